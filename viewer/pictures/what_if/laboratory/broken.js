// The changed model at work on the sentence: its layers from left to right, with the attention that is left, and what
// was taken out as a gap.

import { part } from "../../../transport/payload.js";
import { element, label, vector } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { curveAcross } from "../../watch/curve.js";

const LEAST = 0.06; // of an attention weight that is drawn
const MOST = 14; // words of the translation
const LANE = 28; // pixels from one word to the next
const TOP = 44;

/** @param {LaboratoryView} view */
export function brokenBox(view) {
  const figure = element("figure", "broken");
  new ResizeObserver(() => {
    const width = Math.round(figure.clientWidth);
    if (width && figure.dataset.width !== String(width)) figure.replaceChildren(drawn(view, width));
    figure.dataset.width = String(width);
  }).observe(figure);
  return makeSavable(figure, { name: "The changed model" });
}

// Where everything is, in pixels, and what the changes took out.
/** @param {LaboratoryView} view @param {number} width */
function planOf({ facts }, width) {
  const { encoder_layers: read, decoder_layers: write } = facts.sizes;
  const words = Math.min(130, width * 0.2);
  const step = (width - 2 * words - 34) / (read + write + 1.6);
  const begin = words + 34;
  const meet = begin + step * (read + 1.6);
  const count = { encoder: facts.afterSource.length, decoder: Math.min(MOST, facts.written.length) };
  const lanes = Math.max(count.encoder, count.decoder);
  const has = (edit) => facts.changes.some((each) => each.edit === edit);
  const out = (stack, layer) => has(`skip:${stack}.${layer}`);
  const blind = has("positions_off:encoder") || has("positions_off:both");
  const hidden = facts.changes.flatMap(({ edit }) => (edit.startsWith("close:") ? edit.split(":").slice(1) : []));
  const lane = (rows, at) => TOP + LANE * (at + (lanes - rows) / 2) + LANE / 2;
  const along = { encoder: (at) => begin + step * at, decoder: (at) => meet + step * at };
  return { read, write, words, step, count, lanes, lane, along, out, blind, hidden: hidden.map(Number) };
}

/** @param {LaboratoryView} view @param {number} width */
function drawn(view, width) {
  const plan = planOf(view, width);
  const { read, write, lanes, along } = plan;
  const height = TOP + LANE * lanes + 14;
  const told = `The changed model: ${read} layers read, ${write} write, and what each word looks at.`;
  const title = (x, text, stack) => label(x, 14, text, `title ${stack}`);
  const [from, to] = [along.encoder(read), along.decoder(0)];
  return vector(
    "svg",
    "",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": told },
    title(along.encoder(read / 2), "reads", "encoder"),
    to - from > 80 && title((from + to) / 2, "looks back", "cross"),
    title(along.decoder(write / 2), "writes", "decoder"),
    ...layers(view, plan, "encoder", read),
    ...lookingBack(view, plan),
    ...layers(view, plan, "decoder", write),
    ...wordsRead(view, plan),
    ...wordsWritten(view, plan),
  );
}

function link(stack, from, to, weight) {
  return vector("path", stack, { d: curveAcross(from, to), "stroke-width": (9 * weight).toFixed(1) });
}

// A stack's layers, each with what its words look at; one that was taken out hands everything on.
function layers({ tensors }, plan, stack, number) {
  const { step, lanes, lane, along, count } = plan;
  const at = (x, row) => /** @type {[number, number]} */ ([x, lane(count[stack], row)]);
  return [...Array(number).keys()].flatMap((layer) => {
    const [left, right] = [along[stack](layer), along[stack](layer + 1)];
    const out = plan.out(stack, layer);
    const box = { x: left + 2, y: TOP - 8, width: step - 4, height: LANE * lanes + 16, rx: 6 };
    const links = [...Array(count[stack]).keys()].flatMap((to) => {
      const seen = out ? [[to, 0.12]] : heavy(part(tensors[`own.${stack}`], layer, to));
      return seen.map(([from, weight]) => link(stack, at(left, from), at(right, to), weight));
    });
    const name = label((left + right) / 2, TOP - 14, out ? "out" : String(layer + 1), "number");
    return [vector("rect", out ? `layer ${stack} out` : `layer ${stack}`, box), name, ...links];
  });
}

function lookingBack({ facts, tensors }, { read, lane, along, count }) {
  return [...Array(count.decoder).keys()].flatMap((to) =>
    heavy(part(tensors["own.cross"], facts.alignedLayer, to)).map(([from, weight]) =>
      link(
        "cross",
        [along.encoder(read), lane(count.encoder, from)],
        [along.decoder(0), lane(count.decoder, to)],
        weight,
      ),
    ),
  );
}

function wordsRead({ facts }, { words, lane, count, blind, hidden }) {
  return facts.afterSource.flatMap(({ text }, at) => [
    label(words - 6, lane(count.encoder, at) + 5, text, hidden.includes(at) ? "source out" : "source"),
    label(words + 14, lane(count.encoder, at) + 5, String(at + 1), blind ? "place out" : "place"),
  ]);
}

function wordsWritten({ facts }, { write, lane, along, count }) {
  const x = along.decoder(write) + 8;
  return facts.written.slice(0, MOST).map(({ text }, at) => label(x, lane(count.decoder, at) + 5, text));
}

// The weights worth drawing, each with its key.
/** @param {Float32Array} weights @returns {[number, number][]} */
const heavy = (weights) => [...weights.entries()].filter(([, weight]) => weight >= LEAST);
