// How alike positions are: the sinusoids of the chosen base, a plain index, an index scaled to the sentence's length.

import { element, vector } from "../../shared/elements.js";
import { matrix } from "../../shared/matrix.js";
import { short } from "../../shared/numbers.js";
import { part } from "../../shared/parcel.js";
import { partHead, sideTokens, spaced } from "./common.js";

/** @param {PositionsView} view */
export function similarityPart(view, place) {
  const head = partHead(
    "How alike are two positions?",
    "Each cell is a dot product of two positions' encodings. Useful is what is largest with itself and falls with " +
      "distance, the same everywhere.",
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
    `The size of the encoding is the same everywhere: every position has ${short(own.data[0])} with itself (half ` +
    `of D). The similarity falls for ${view.facts.falls[view.base]} steps and depends on the distance alone.`;
  view.similarity.index.words.textContent =
    `It grows without bound: position ${last} has ${spaced(part(index).data[last * (last + 2)])} with itself, ` +
    `beside embeddings of size 1. Every position is most like the last one.`;
  view.similarity.scaled.words.textContent =
    `It stays small, but depends on the length: one step is ${step(S)} in the source of ${S} tokens, ${step(T)} in ` +
    `the translation so far of ${T}, ${step(last + 1)} in the ${last + 1} drawn here. “The word before” is another ` +
    `number in every sentence.`;
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
