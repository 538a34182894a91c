// Which sublayer is looked at, and its vectors: everything that the pictures of this chapter read from the tensors.

import { KINDS } from "../../widgets/focus.js";
import { part } from "../../widgets/payload.js";

export const FINAL_NORM = "final_norm";
export const SUBLAYER_NAMES = {
  self_attention: "Self-attention",
  cross_attention: "Cross-attention",
  feed_forward: "Feed-forward",
  [FINAL_NORM]: "Final norm",
};
export const STRONGEST = 10; // neurons that are listed

/** @param {ResidualView} view */
export function stackOfFocus({ focus }) {
  return focus.kind === "encoder" ? "encoder" : "decoder";
}

/** @param {ResidualView} view */
export function sublayersOf(view) {
  return view.facts.sublayers[stackOfFocus(view)];
}

/** @param {ResidualView} view */
export function layersOf(view) {
  return stackOfFocus(view) === "encoder" ? view.sizes.encoder_layers : view.sizes.decoder_layers;
}

/** @param {ResidualView} view */
export function tokensOf(view) {
  return view.tokens[KINDS[view.focus.kind].rows];
}

// The places along the stream, in their order: the embedding, behind each sublayer, and behind the final norm.
/** @param {ResidualView} view */
export function placesOf(view) {
  const places = [{ layer: null, sublayer: "input" }];
  for (let layer = 0; layer < layersOf(view); layer += 1) {
    for (const sublayer of sublayersOf(view)) places.push({ layer, sublayer });
  }
  if (view.facts.preNorm) places.push({ layer: null, sublayer: FINAL_NORM });
  return places;
}

export function nameOfPlace({ layer, sublayer }) {
  if (sublayer === "input") return "embedding + position";
  return layer === null ? "final norm" : `layer ${layer + 1}, ${SUBLAYER_NAMES[sublayer].toLowerCase()}`;
}

// The chosen sublayer's number among those of its stack; the final norm comes behind them all.
/** @param {ResidualView} view */
export function stepNumber(view) {
  const names = sublayersOf(view);
  return view.sublayer === FINAL_NORM
    ? layersOf(view) * names.length
    : view.focus.layer * names.length + names.indexOf(view.sublayer);
}

// A sublayer that this stack has: the encoder has no cross-attention, a post-norm stack no final norm.
/** @param {ResidualView} view */
export function sensibleSublayer(view) {
  const names = [...sublayersOf(view), ...(view.facts.preNorm ? [FINAL_NORM] : [])];
  const usual = view.focus.kind === "cross" ? "cross_attention" : "feed_forward";
  if (!names.includes(view.sublayer)) view.sublayer = view.sublayer === "cross_attention" ? "self_attention" : usual;
}

// The chosen sublayer's vectors for the token in focus. The final norm adds nothing: it has no `output`.
/** @param {ResidualView} view */
export function stepOf(view) {
  const stack = stackOfFocus(view);
  const { preNorm } = view.facts;
  const { token } = view.focus;
  const at = stepNumber(view);
  const vectorOf = (name, place) => part(view.tensors[`${stack}.${name}`], place, token);
  const final = view.sublayer === FINAL_NORM;
  const before = vectorOf("stream", at);
  const after = vectorOf("stream", at + 1);
  const beside = vectorOf("beside", at);
  const residual = preNorm ? (final ? before : after) : beside;
  return {
    final,
    before,
    after,
    residual,
    output: final ? null : vectorOf("output", at),
    normInput: preNorm ? before : beside,
    normOutput: preNorm ? beside : after,
    gamma: part(view.tensors[`${stack}.gamma`], at),
    beta: part(view.tensors[`${stack}.beta`], at),
    moments: part(view.tensors[`${stack}.moments`], at), // rows: mean and variance before, mean and variance after
    length: (place) => view.tensors[`${stack}.lengths`].data[place * tokensOf(view).length + token],
    number: at,
  };
}

// Several vectors as the rows of one matrix.
export function stacked(...vectors) {
  const data = new Float32Array(vectors.length * vectors[0].length);
  vectors.forEach((each, index) => {
    data.set(each, index * each.length);
  });
  return { data, rows: vectors.length, columns: vectors[0].length };
}

/** @param {ResidualView} view */
export function tokenText(view, token) {
  return tokensOf(view)[token].text;
}
