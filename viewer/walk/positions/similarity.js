// How alike positions are: the sinusoids of the chosen base, a plain index, an index scaled to the sentence's length.

import { element, vector } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { partHead, sideTokens, spaced } from "./common.js";

/** @param {PositionsView} view */
export function similarityPart(view, place) {
  const head = partHead(
    "How alike are two positions?",
    "Each cell compares two positions: the dot product of their encodings. A good encoding is most like itself and " +
      "less like others the further away they are, wherever in the sentence that is.",
  );
  const row = element("div", "three");
  view.similarity = {
    sinusoids: similarityFigure(view, "Sinusoids"),
    index: similarityFigure(view, "A plain index"),
    scaled: similarityFigure(view, "An index from 0 to 1"),
  };
  row.append(...Object.values(view.similarity).map(({ box }) => box));
  place.append(head, row);
}

const LEFT = 44; // pixels, as the profile under the heat map begins, see positions.css

/** @param {PositionsView} view */
function similarityFigure(view, name) {
  const box = element("div", "similarity");
  const picture = matrix({
    name,
    scale: "signed",
    unit: "dot product",
    cell: [1, 99],
    left: LEFT,
    rows: { title: "position", labels: null },
    columns: { title: "position", labels: null },
    pick: (row) => row < sideTokens(view).length && view.set({ token: row }),
  });
  const profile = vector("svg", "profile");
  profile.setAttribute("viewBox", "0 0 1000 100");
  profile.setAttribute("preserveAspectRatio", "none");
  profile.setAttribute("role", "img");
  profile.append(...["zero", "here", "line", "dot"].map((each) => vector("path", each)));
  const title = element("p", "profile-title");
  const words = element("p", "hint verdict");
  box.append(picture.element, title, profile, words);
  return { box, picture, profile, title, words };
}

/** @param {PositionsView} view */
export function drawSimilarity(view) {
  const { similarities, index, scaled } = view.tensors;
  drawOneSimilarity(view, view.similarity.sinusoids, part(similarities, view.base));
  drawOneSimilarity(view, view.similarity.index, part(index));
  drawOneSimilarity(view, view.similarity.scaled, part(scaled));
  const [own, last] = [part(similarities, view.base), view.positionCount - 1];
  const { S, T } = view.sizes;
  const step = (length) => (length > 1 ? short(1 / (length - 1)) : "no step");
  view.similarity.sinusoids.words.textContent =
    `Every position times itself is ${spaced(own.data[0])}, half of D. Away from it the similarity falls for ` +
    `${view.facts.falls[view.base]} steps without a break, and it depends on the distance alone.`;
  view.similarity.index.words.textContent =
    `It grows without bound: position ${last} times itself is ${spaced(part(index).data[last * (last + 2)])}, while ` +
    `the largest number in this sentence's embedding is ${short(largest(view))}. Every position but 0 is most like ` +
    `the last one.`;
  view.similarity.scaled.words.textContent =
    `It stays between 0 and 1, but a step depends on the length: ${step(S)} in the source of ${S} tokens, ${step(T)} ` +
    `in the translation of ${T}, ${step(last + 1)} in the ${last + 1} positions drawn here. “One token back” is ` +
    `another number in every sentence.`;
}

/** @param {PositionsView} view */
function largest(view) {
  let most = 0;
  for (const value of view.tensors["encoder.embedding"].data) most = Math.max(most, Math.abs(value));
  return most;
}

/** @param {PositionsView} view */
function drawOneSimilarity(view, { picture, profile, title }, values) {
  const { token } = view.focus;
  picture.draw(values, { row: token, column: token }, { shape: `${values.rows} × ${values.columns}` });
  const line = [...values.data.subarray(token * values.columns, (token + 1) * values.columns)];
  const most = Math.max(...line, 1e-9);
  const least = Math.min(...line, 0);
  const place = (position) => ((1000 * (position + 0.5)) / line.length).toFixed(1);
  const level = (value) => (94 - (88 * (value - least)) / (most - least)).toFixed(1);
  const nearest = line.indexOf(Math.max(...line));
  const drawn = {
    zero: `M0 ${level(0)}H1000`,
    here: `M${place(token)} 0V100`,
    line: `M${line.map((value, position) => `${place(position)} ${level(value)}`).join("L")}`,
    dot: `M${place(nearest)} ${level(line[nearest])}h0`,
  };
  for (const [name, path] of Object.entries(drawn)) profile.querySelector(`.${name}`).setAttribute("d", path);
  const words =
    line[nearest] <= 0 ? "like no other" : nearest === token ? "most like itself" : `most like position ${nearest}`;
  title.textContent = `Position ${token} is ${words}${line[nearest] > 0 ? ` (${spaced(line[nearest])})` : ""}`;
  profile.setAttribute("aria-label", `Similarity of position ${token} with every position: ${title.textContent}`);
}
