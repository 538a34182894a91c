// How similar positions are, with the sinusoids of the chosen base; and why a plain number for each would not do.

import { tokensOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { element, spans } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { short } from "../../../widgets/numbers.js";
import { largest } from "../../../widgets/vectors.js";
import { section } from "../section.js";
import { formatNumber } from "./common.js";
import { fallingSteps } from "./derived.js";

/** @param {PositionsView} view */
export function similarityPart(view) {
  const picture = matrix({
    name: "Sinusoids",
    scale: "signed",
    unit: "dot product",
    cell: [1, 6],
    height: 6,
    rows: { title: "position" },
    columns: { title: "position" },
    pick: (row) => row < tokensOf(view).length && view.set({ token: row }),
  });
  const words = element("div", "stack");
  view.similarity = { picture, words };
  return section(
    "How similar are two positions?",
    "Each cell compares two positions: the dot product of their encodings. A good encoding is most like itself and " +
      "less like others the further away they are, anywhere in the sentence.",
    { "data-from": "prove" },
    element("div", "similarity side-by-side", picture.element, words),
  );
}

/** @param {PositionsView} view */
export function drawSimilarity(view) {
  const { picture, words } = view.similarity;
  const similarity = view.tensors[`similarity.${view.base}`];
  const values = part(similarity);
  const { token } = view.focus;
  const last = view.positionCount - 1;
  const { S, T } = view.sizes;
  const step = (length) => (length > 1 ? short(1 / (length - 1)) : "no step");
  const told = {
    Sinusoids:
      `Every position times itself is ${formatNumber(values.data[0])}, half of D. Moving away, the similarity falls ` +
      `steadily for ${fallingSteps(similarity)} steps, and it depends only on the distance.`,
    "A plain index":
      `It would grow without bound: position ${last} times itself is ${formatNumber(last ** 2)}, while the largest ` +
      `number in this sentence’s embedding is ${short(largest(view.tensors["encoder.embedding"].data))}. Every ` +
      `position but 0 would be most like the last one.`,
    "An index from 0 to 1":
      `A step would depend on the length: ${step(S)} in the source of ${S} tokens, ${step(T)} in the translation of ` +
      `${T}. “One token back” would be a different number in every sentence.`,
  };
  picture.draw(values, { row: token, column: token }, { shape: `${values.rows} × ${values.columns}` });
  words.replaceChildren(
    ...Object.entries(told).map(([name, said]) => element("p", "", element("b", "", `${name}. `), ...spans(said))),
  );
}
