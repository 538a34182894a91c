// The methods that say what a word looked at, and the two steps at which to ask, as in
// transformer/attribution/word_alignment.py.

import { computeShares } from "../../../frame/attention.js";
import { part } from "../../../transport/payload.js";
import { setUrlParam, textFromUrl } from "../../../widgets/address.js";
import { attentionModule, attentionName } from "../../../widgets/focus.js";
import { headWeights } from "../../../widgets/heads.js";

const IN_ADDRESS = "alignby"; // method and step

// `looked` is the method's verb for what one word did to another.
export const METHODS = {
  attention: { name: "attention", title: "Cross-attention between words", looked: "looked at" },
  value_norms: { name: "× value norms", title: "Weighted values between words", looked: "drew on" },
  value_zeroing: { name: "value zeroing", title: "What each word’s values change", looked: "was changed by" },
  alti: { name: "ALTI", title: "Contributions through all layers", looked: "took from" },
};
export const MOMENTS = { written: "as it is written", read_back: "one step later" };

/** @param {AlignmentView} view */
export const hasLayers = ({ method }) => method !== "alti";

/** @param {AlignmentView} view */
export const hasHeads = ({ method }) => method === "attention" || method === "value_norms";

// Whose numbers the links follow, in words.
/** @param {AlignmentView} view */
export function tellWhose(view) {
  const { layer, head, step } = view;
  const one = head !== null && hasHeads(view);
  const whose = one ? `head ${head + 1}` : "all heads together";
  const where = hasLayers(view) ? `layer ${layer + 1}` : "all layers";
  const when = `as each word is ${step === "written" ? step : "read back"}`;
  return `Linked by ${whose} in ${where}, ${when}; ${one ? "other heads" : "a single head"} can differ.`;
}

// The address's choice, or the best as measured, or what people read first.
/** @param {MeasuredSet["best"][number] | undefined} best */
export function methodFromUrl(best) {
  const [method, step] = textFromUrl(IN_ADDRESS).split(".");
  if (Object.hasOwn(METHODS, method) && Object.hasOwn(MOMENTS, step)) return { method, step };
  return { method: best?.[0] ?? "attention", step: best?.[1] ?? "written" };
}

const LIVE = ["attention", "value_norms"];

// What takes more passes through the model, the server alone computes.
/** @param {AlignmentView} view @param {string} method */
export const isHere = ({ tensors }, method) => LIVE.includes(method) || Boolean(tensors.alti);

// The module that a method's numbers follow from, besides activations.
/** @param {AlignmentView} view */
export const moduleOfMethod = ({ method, layer }) => (method === "value_norms" ? joiningOf(layer) : null);

const joiningOf = (layer) => `${attentionModule("cross", layer)}.output_projection`;

/** @param {AlignmentView} view */
export function setUrlMethod({ method, step, facts }) {
  const usual = facts.sets[0]?.best[0] ?? ["attention", "written"];
  setUrlParam(IN_ADDRESS, method === usual[0] && step === usual[1] ? "" : `${method}.${step}`);
}

// How much each source token counts for each token of the translation at the chosen step.
/** @param {AlignmentView} view */
export function chooseMatrix({ tensors, method, step, layer, head }) {
  const [weights, value] = ["weights", "value"].map((name) => tensors[`${attentionName("cross", layer)}.${name}`]);
  const found = {
    attention: () => headWeights(weights, head),
    value_norms: () => valueNorms(weights, computeShares(value, tensors[`${joiningOf(layer)}.weight`]), head),
    value_zeroing: () => part(/** @type {Tensor} */ (tensors.zeroing), layer),
    alti: () => part(/** @type {Tensor} */ (tensors.alti)),
  }[method]();
  return step === "written" ? found : oneRowLater(found);
}

// The lengths of the weighted values of one head, ‖α v W^O‖, or of their sum over all heads: (T, S).
/** @param {Tensor} weights (H, T, S) @param {Tensor} shares (H, S, D) @param {number | null} head */
function valueNorms(weights, shares, head) {
  const [heads, rows, columns] = weights.shape;
  const width = shares.shape[2];
  const chosen = head === null ? [...Array(heads).keys()] : [head];
  const data = new Float32Array(rows * columns);
  const sum = new Float64Array(width);
  for (let at = 0; at < data.length; at += 1) {
    sum.fill(0);
    for (const each of chosen) {
      const weight = weights.data[each * data.length + at];
      const from = (each * columns + (at % columns)) * width;
      for (let d = 0; d < width; d += 1) sum[d] += weight * shares.data[from + d];
    }
    data[at] = Math.hypot(...sum);
  }
  return { data, rows, columns };
}

// The position after the one that writes a token reads it back; the last token is never read back, so it keeps its row.
function oneRowLater({ data, rows, columns }) {
  const moved = new Float32Array(data.length);
  moved.set(data.subarray(columns));
  moved.set(data.subarray((rows - 1) * columns), (rows - 1) * columns);
  return { data: moved, rows, columns };
}

// Attention weights already add up to 1; other methods' values are drawn as shares too.
export function scaleRows(rows, method) {
  if (method === "attention") return rows;
  return rows.map(({ words, end }) => {
    const total = words.reduce((sum, each) => sum + each, end) || 1;
    return { words: words.map((each) => each / total), end: end / total };
  });
}
