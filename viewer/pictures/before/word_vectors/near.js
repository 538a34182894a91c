// The words closest to one, around it: the closer, the more alike. A click puts another into the middle.

import { choice } from "../../../widgets/choice.js";
import { csvNumber } from "../../../widgets/csv.js";
import { AS_IS, element, label, say, vector } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { rove } from "../../../widgets/radio.js";
import "./word_vectors.css";

const [WIDTH, HEIGHT, FAR] = [520, 400, 165];
const CLOSER =
  "The closer to the middle, the more alike two words’ numbers (the larger their cosine). Choose a word to put it " +
  "there. Close means used alike, not the same meaning: try “hot”.";

export default mountOnData((/** @type {NearView} */ view, { facts }) => {
  const isFocused = view.root.matches(":focus-within");
  const offered = Object.keys(facts.near).map((word) => [word, word]);
  const place = element("div", "");
  const headline = element("p", "look-headline", { "aria-live": "polite" });
  const pick = (word) => {
    if (facts.near[word]) drawNear(word);
    view.trigger("word", word);
  };
  const drawNear = (word) => {
    const [first, second, third] = facts.near[word].map((each) => `“${each.word}”`);
    say(headline, `“${word}” is used most like ${first}, ${second} and ${third}.`);
    place.replaceChildren(around(word, facts.near[word], pick));
  };
  const told = [headline, choice("Try", offered, facts.word, pick), element("p", "look-words", CLOSER)];
  view.root.replaceChildren(element("div", "near-words side-by-side", element("div", "stack", ...told), place));
  drawNear(facts.word);
  if (isFocused) /** @type {HTMLElement} */ (view.root.querySelector("[aria-checked=true]")).focus();
});

function around(word, neighbours, pick) {
  const places = neighbourPlaces(neighbours.map(({ cosine }) => cosine));
  const rings = [0, 1].map((at) => {
    const radius = places[at ? places.length - 1 : 0].radius;
    const half = (at ? 0.75 : 0.25) * places.length; // to the left or right, between two spokes
    const turn = (2 * Math.PI * (Math.floor(half) + 0.5)) / places.length;
    const [x, y] = [radius * Math.sin(turn), 4 - radius * Math.cos(turn)];
    return [vector("circle", "ring", { r: radius }), label(x, y, at ? "less alike" : "more alike", "hint")];
  });
  const words = neighbours.map((each, at) => {
    const { x, y } = places[at];
    const side = x < -25 || (y < 0 && x < 25) ? -1 : 1; // the next one is to the right of the first
    const text = label(x + 10 * side, y + 5, each.word, side < 0 ? "left" : "");
    const choose = () => pick(each.word);
    const name = `${each.word}, cosine ${each.cosine.toFixed(2)}: put it into the middle`;
    const keydown = (event) => ["Enter", " "].includes(event.key) && choose();
    const dot = vector("circle", "dot", { cx: x, cy: y, r: 5 });
    return vector("g", "near", { role: "button", "aria-label": name, click: choose, keydown }, dot, text);
  });
  const spokes = places.map(({ x, y }) => vector("line", "", { x2: x, y2: y }));
  const middle = vector("g", "middle", vector("circle", "dot", { r: 8 }), label(0, -15, word));
  const box = `${-WIDTH / 2} ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`;
  const near = vector("g", "", { role: "toolbar", "aria-label": `Words close to ${word}` }, ...rove(words));
  const drawing = vector("svg", "", { viewBox: box, ...AS_IS }, ...spokes, ...rings.flat(), near, middle);
  const lines = [["word", "cosine"], ...neighbours.map((each) => [each.word, csvNumber(each.cosine)])];
  return makeSavable(element("figure", "around", drawing), { name: `Words like ${word}`, lines: () => lines });
}

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
