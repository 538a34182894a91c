// Where everything in the picture is. The layers follow one another along the picture, the tokens run across it: on a
// wide screen from left to right, on a narrow one from top to bottom.

const NARROW = 640;
const WIDE = {
  source: 92,
  gap: 3.4,
  inputs: 70,
  outputs: 86,
  candidates: 176,
  head: 46,
  most: 30,
  least: 13,
  room: 400,
};
// So low that the piece being written is on a phone's first screen.
const TALL = {
  source: 74,
  gap: 2.2,
  inputs: 64,
  outputs: 74,
  candidates: 118,
  head: 34,
  most: 36,
  least: 17,
  step: 16,
};
const SPACE = 12; // between the last vector and the piece made from it
const STRETCH = 1.25; // a layer of the decoder has two attentions to show

/**
 * @param {MachineChoices} facts
 * @param {number} width  in pixels, for the picture to fill
 * @returns {MachinePlaces}
 */
export function placesOf({ sizes: { S, T }, layers }, width) {
  const upright = width < NARROW;
  const form = upright ? TALL : WIDE;
  const rows = Math.max(S, T);
  const room = upright ? width - form.head - 6 : WIDE.room;
  const pitch = Math.min(form.most, Math.max(form.least, room / rows));
  const units = layers.encoder + STRETCH * layers.decoder + form.gap;
  const fixed = form.source + form.inputs + SPACE + form.outputs + form.candidates;
  const step = upright ? TALL.step : (width - fixed) / units;
  const encoder = stations(form.source, step, layers.encoder);
  const inputs = encoder.at(-1) + form.gap * step;
  const decoder = stations(inputs + form.inputs, STRETCH * step, layers.decoder);
  const outputs = decoder.at(-1) + SPACE;
  const candidates = outputs + form.outputs;
  const across = form.head + rows * pitch + 6;
  const along = candidates + form.candidates;
  const count = { encoder: S, decoder: T };
  return {
    upright,
    width: upright ? across : along,
    height: upright ? along : across,
    pitch,
    cell: Math.min(3, (pitch - 4) / 8),
    encoder,
    decoder,
    inputs,
    outputs,
    candidates,
    begin: form.head,
    end: across,
    row: (stack, token) => form.head + ((rows - count[stack]) / 2 + token + 0.5) * pitch,
    at: (along, across) => (upright ? [across, along] : [along, across]),
  };
}

function stations(from, step, layers) {
  return Array.from({ length: layers + 1 }, (_, layer) => from + layer * step);
}
