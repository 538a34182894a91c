// Which sublayer is looked at, and its vectors: everything that the pictures of this chapter read from the tensors.

import { layersOf, stackOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";

export const FINAL_NORM = "final_norm";
export const NAMES = {
  self_attention: "Self-attention",
  cross_attention: "Cross-attention",
  feed_forward: "Feed-forward",
  [FINAL_NORM]: "Final norm",
};

// The sublayers of each layer; `sublayerChoices` has the final norm too, which only a pre-norm stack has.
/** @param {ResidualView} view */
export const sublayersOf = (view) => view.facts.sublayers[stackOf(view)];

/** @param {ResidualView} view */
export const sublayerChoices = (view) => [...sublayersOf(view), ...(view.facts.preNorm ? [FINAL_NORM] : [])];

// The places along the stream, in their order: the embedding, after each sublayer, and after the final norm.
/** @param {ResidualView} view */
export function streamPlaces(view) {
  const layers = Array.from({ length: layersOf(view) }, (_, layer) =>
    sublayersOf(view).map((sublayer) => ({ layer, sublayer })),
  );
  const last = view.facts.preNorm ? [{ layer: null, sublayer: FINAL_NORM }] : [];
  return [{ layer: null, sublayer: "input" }, ...layers.flat(), ...last];
}

export function nameOfPlace({ layer, sublayer }) {
  if (sublayer === "input") return "embedding";
  return layer === null ? "final norm" : `${layer + 1} ${NAMES[sublayer].toLowerCase()}`;
}

// The chosen sublayer's number among those of its stack; the final norm comes after them all.
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
  if (sublayerChoices(view).includes(view.sublayer)) return;
  const usual = view.focus.kind === "cross" ? "cross_attention" : "feed_forward";
  view.sublayer = view.sublayer === "cross_attention" ? "self_attention" : usual;
}

// The chosen sublayer's vectors for the token in focus. The final norm adds nothing: it has no `output`.
/** @param {ResidualView} view */
export function readStep(view) {
  const { preNorm } = view.facts;
  const { token } = view.focus;
  const number = stepNumber(view);
  const of = (name, ...index) => part(view.tensors[`${stackOf(view)}.${name}`], ...index);
  const final = view.sublayer === FINAL_NORM;
  const [before, after, beside] = [
    of("stream", number, token),
    of("stream", number + 1, token),
    of("beside", number, token),
  ];
  const moments = of("moments", number); // rows: mean and variance before, mean and variance after
  return {
    ...{ number, final, before, moments },
    residual: preNorm ? (final ? before : after) : beside,
    output: final ? null : of("outputs", number, token),
    normInput: preNorm ? before : beside,
    normOutput: preNorm ? beside : after,
    gamma: of("gamma", number),
    beta: of("beta", number),
    mean: moments.data[token],
    variance: moments.data[moments.columns + token],
  };
}

// Several vectors as the rows of one matrix.
export function stackRows(...vectors) {
  const columns = vectors[0].length;
  const data = new Float32Array(vectors.length * columns);
  for (const [row, each] of vectors.entries()) data.set(each, row * columns);
  return { data, rows: vectors.length, columns };
}
