// How similar positions are: the sinusoids of the chosen base, a plain index, an index scaled to the sentence's length.

import { tokensOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { element } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { short } from "../../../widgets/numbers.js";
import { section } from "../section.js";
import { highest, largest, rowOf } from "../vectors.js";
import { formatNumber, plot } from "./common.js";
import { fallingSteps } from "./derived.js";

const LEFT = 44; // pixels, where the profile under the heat map begins too, see positions.css

/** @param {PositionsView} view */
export function similarityPart(view) {
  view.similarity = ["Sinusoids", "A plain index", "An index from 0 to 1"].map((name) => ({
    picture: matrix({
      name,
      scale: "signed",
      unit: "dot product",
      cell: [1, 99],
      left: LEFT,
      rows: { title: "position" },
      columns: { title: "position" },
      pick: (row) => row < tokensOf(view).length && view.set({ token: row }),
    }),
    below: element("div", "below"),
  }));
  return section(
    "How similar are two positions?",
    "Each cell compares two positions: the dot product of their encodings. A good encoding is most like itself and " +
      "less like others the further away they are, anywhere in the sentence.",
    { "data-from": "prove" },
    element(
      "div",
      "three side-by-side",
      ...view.similarity.map(({ picture, below }) => element("div", "similarity", picture.element, below)),
    ),
  );
}

/** @param {PositionsView} view */
export function drawSimilarity(view) {
  const { index, scaled, "encoder.embedding": embedding } = view.tensors;
  const similarity = view.tensors[`similarity.${view.base}`];
  const all = [similarity, index, scaled].map((each) => part(each));
  const [own, plain] = all;
  const last = view.positionCount - 1;
  const { S, T } = view.sizes;
  const step = (length) => (length > 1 ? short(1 / (length - 1)) : "no step");
  const told = [
    `Every position times itself is ${formatNumber(own.data[0])}, half of D. Moving away, the similarity falls steadily ` +
      `for ${fallingSteps(similarity)} steps, and it depends only on the distance.`,
    `It grows without bound: position ${last} times itself is ${formatNumber(plain.data.at(-1))}, while ` +
      `the largest number in this sentence’s embedding is ${short(largest(embedding.data))}. Every position but 0 is ` +
      `most like the last one.`,
    `It stays between 0 and 1, but a step depends on the length: ${step(S)} in the source of ${S} tokens, ${step(T)} ` +
      `in the translation of ${T}, ${step(last + 1)} in the ${last + 1} positions drawn here. “One token back” is a ` +
      `different number in every sentence.`,
  ];
  view.similarity.forEach((place, at) => {
    drawOne(view, place, all[at], told[at]);
  });
}

/** @param {PositionsView} view */
function drawOne(view, { picture, below }, values, words) {
  const { token } = view.focus;
  picture.draw(values, { row: token, column: token }, { shape: `${values.rows} × ${values.columns}` });
  const line = [...rowOf(values, token)];
  const [most, least] = [Math.max(...line, 1e-9), Math.min(...line, 0)];
  const across = (position) => ((1000 * (position + 0.5)) / line.length).toFixed(1);
  const down = (value) => (94 - (88 * (value - least)) / (most - least)).toFixed(1);
  const nearest = highest(line);
  const found = nearest === token ? "most like itself" : `most like position ${nearest}`;
  const title =
    `Position ${token} is ` + (line[nearest] > 0 ? `${found} (${formatNumber(line[nearest])})` : "like no other");
  below.replaceChildren(
    element("p", "profile-title", title),
    plot(
      { role: "img", "aria-label": `Similarity of position ${token} with every position: ${title}` },
      {
        zero: `M0 ${down(0)}H1000`,
        here: `M${across(token)} 0V100`,
        line: `M${line.map((value, position) => `${across(position)} ${down(value)}`).join("L")}`,
        dot: `M${across(nearest)} ${down(line[nearest])}h0`,
      },
    ),
    element("p", "hint verdict", words),
  );
}
