// One word in two sentences: both start from one vector, and each layer pulls them apart.

import { csvNumber } from "../../../widgets/csv.js";
import { element, label, vector } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { makeSavable } from "../../../widgets/pictures.js";
import "./word_vectors.css";

const [WIDTH, HEIGHT, MARGIN] = [520, 330, 40];

export default mountOnData((/** @type {DriftView} */ view, { facts }) => {
  const { word, sentences, cosines } = facts;
  const places = cosines.map((cosine, at) => ({
    x: MARGIN + ((WIDTH - 2 * MARGIN) * at) / (cosines.length - 1),
    half: Math.min(1, 1 - cosine) * (HEIGHT / 2 - 20), // right angles, a cosine of 0, fill the height
    cosine,
  }));
  const path = (way) =>
    vector("path", "drift", { d: `M${places.map(({ x, half }) => `${x} ${way * half}`).join("L")}` });
  const stations = places.flatMap(({ x, half, cosine }, at) => [
    vector("line", "gap", { x1: x, x2: x, y1: -half, y2: half }),
    ...[-half, half].map((y) => vector("circle", "dot", { cx: x, cy: y, r: at ? 5 : 8 })),
    label(x, half + 24, cosine.toFixed(2), "cosine"),
    label(x, HEIGHT / 2 - 6, at ? `${at === 1 ? "layer " : ""}${at}` : "its row", "hint"),
  ]);
  const box = `0 ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`;
  const name = `The cosine between both “${word}”: ${cosines.map((each) => each.toFixed(2)).join(", ")}`;
  const drawing = vector("svg", "", { viewBox: box, role: "img", "aria-label": name }, path(-1), path(1), ...stations);
  const said = sentences.map((sentence) => element("p", "drift-sentence", `“${sentence}”`));
  const figure = makeSavable(element("figure", "around", said[0], drawing, said[1]), {
    name: "One word in two sentences",
    lines: () => [["layer", "cosine"], ...cosines.map((cosine, at) => [at, csvNumber(cosine)])],
  });
  view.root.replaceChildren(figure);
});
