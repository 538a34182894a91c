// The methods that say which source word counted most, and the two steps at which to ask, as in
// transformer/attribution/word_alignment.py.

import { part } from "../../../transport/payload.js";
import { keepPlace, keptPlace } from "../../../widgets/address.js";
import { weightsOf } from "../../../widgets/heads.js";

const IN_ADDRESS = "alignby"; // method and step

// `looked` is the method's verb for what one word did to another.
export const METHODS = {
  attention: { name: "attention", title: "Cross-attention between words", looked: "looked at" },
  value_norms: { name: "× value norms", title: "Weighted values between words", looked: "took in" },
  value_zeroing: { name: "value zeroing", title: "What each word’s values change", looked: "was changed by" },
  alti: { name: "ALTI", title: "Contributions through all layers", looked: "took from" },
};
export const STEPS = { written: "as it is written", read_back: "one step later" };

/** @param {AlignmentView} view */
export const hasLayers = ({ method }) => method !== "alti";

/** @param {AlignmentView} view */
export const hasHeads = ({ method }) => method === "attention" || method === "value_norms";

// The address's choice, or the best as measured, or what people read first.
/** @param {MeasuredSet["best"][number] | undefined} best */
export function keptMethod(best) {
  const [method, step] = keptPlace(IN_ADDRESS).split(".");
  if (Object.hasOwn(METHODS, method) && Object.hasOwn(STEPS, step)) return { method, step };
  return { method: best?.[0] ?? "attention", step: best?.[1] ?? "written" };
}

/** @param {AlignmentView} view */
export function keepMethod({ method, step, facts }) {
  const usual = facts.sets[0]?.best[0] ?? ["attention", "written"];
  keepPlace(IN_ADDRESS, method === usual[0] && step === usual[1] ? "" : `${method}.${step}`);
}

// How much each source token counts for each token of the translation at the chosen step.
/** @param {AlignmentView} view */
export function matrixOf({ tensors, method, step, layer, head }) {
  const found = {
    attention: () => weightsOf(tensors.weights, head, layer),
    value_norms: () => (head === null ? part(tensors["norms.all"], layer) : part(tensors.norms, layer, head)),
    value_zeroing: () => part(tensors.zeroing, layer),
    alti: () => part(tensors.alti),
  }[method]();
  return step === "written" ? found : oneRowLater(found);
}

// The position after the one that writes a token reads it back; the last token is never read back, so it keeps its row.
function oneRowLater({ data, rows, columns }) {
  const moved = new Float32Array(data.length);
  moved.set(data.subarray(columns));
  moved.set(data.subarray((rows - 1) * columns), (rows - 1) * columns);
  return { data: moved, rows, columns };
}

// Attention weights already add up to 1; other methods' values are drawn as shares too.
export function rowsOf(rows, method) {
  if (method === "attention") return rows;
  return rows.map(({ words, end }) => {
    const total = words.reduce((sum, each) => sum + each, end) || 1;
    return { words: words.map((each) => each / total), end: end / total };
  });
}
