// The words closest to one, around it: the closer, the more alike. A click puts another into the middle.

import { csvNumber } from "../../../widgets/csv.js";
import { AS_IS, element, label, vector } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { rove } from "../../../widgets/radio.js";
import "./word_vectors.css";

const [WIDTH, HEIGHT, FAR] = [520, 400, 165];

export default mountOnData((/** @type {NearView} */ view, { facts }) => {
  const { word, neighbours } = facts;
  const places = neighbourPlaces(neighbours.map(({ cosine }) => cosine));
  const rings = [neighbours[0], neighbours[neighbours.length - 1]].map(({ cosine }, at) => {
    const radius = places[at ? places.length - 1 : 0].radius;
    return [vector("circle", "ring", { r: radius }), label(0, radius + 15, `cosine ${cosine.toFixed(2)}`, "hint")];
  });
  const words = neighbours.map((each, at) => {
    const { x, y } = places[at];
    const side = Math.abs(x) < 25 ? "middle" : x < 0 ? "end" : "start";
    const text = label(x + Math.sign(x) * 10, y + (side === "middle" ? Math.sign(y) * 16 + 4 : 5), each.word);
    text.setAttribute("text-anchor", side);
    const choose = () => view.trigger("word", each.word);
    const name = `${each.word}, cosine ${each.cosine.toFixed(2)}: put it into the middle`;
    const keydown = (event) => ["Enter", " "].includes(event.key) && choose();
    const line = vector("line", "", { x2: x, y2: y });
    const dot = vector("circle", "dot", { cx: x, cy: y, r: 5 });
    return vector("g", "near", { role: "button", "aria-label": name, click: choose, keydown }, line, dot, text);
  });
  const middle = vector("g", "middle", vector("circle", "dot", { r: 8 }), label(0, -15, word));
  const box = `${-WIDTH / 2} ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`;
  const near = vector("g", "", { role: "toolbar", "aria-label": `Words close to ${word}` }, ...rove(words));
  const drawing = vector("svg", "", { viewBox: box, ...AS_IS }, ...rings.flat(), near, middle);
  const lines = [["word", "cosine"], ...neighbours.map((each) => [each.word, csvNumber(each.cosine)])];
  const figure = makeSavable(element("figure", "around", drawing), { name: `Words like ${word}`, lines: () => lines });
  const hint = "Only the distance from the middle counts: 1 − cosine. Choose a word to put it there.";
  view.root.replaceChildren(figure, element("p", "hint", hint));
});

// Where words with these cosines are, closest first, seen from the middle: the farthest at the edge.
/** @param {number[]} cosines */
export function neighbourPlaces(cosines) {
  const farthest = Math.max(...cosines.map((cosine) => 1 - cosine)) || 1;
  return cosines.map((cosine, at) => {
    const radius = (FAR * (1 - cosine)) / farthest;
    const angle = (2 * Math.PI * at) / cosines.length - Math.PI / 2;
    return { radius, x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}
