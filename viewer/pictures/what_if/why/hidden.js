// What is left of the token's probability without each word, at Look.

import { buildChip } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { buildTrack, element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { percent } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import "./why.css";

export default mountOnData((/** @type {Kept<WhyHiddenFacts>} */ view, { facts }) => {
  const { token, probability, found, hidden } = facts;
  const line = (name, left, instead, looks = "") =>
    element(
      "li",
      `left aligned ${looks}`,
      { style: `--lost: ${Math.max(0, 1 - left / probability).toFixed(2)}` },
      name,
      buildTrack(left),
      element("span", "mono", percent(left)),
      element("span", "quiet", instead === null ? "" : `${instead} instead`),
    );
  const list = (side, title, ...first) => {
    const words = hidden.filter((each) => each.side === side);
    const rows = words.map(({ word, left, instead }) => {
      const name = buildChip("span", { text: word, joined: false, special: false }, null);
      return line(name, left, instead, `${side}${left < probability / 2 ? " decides" : ""}`);
    });
    return words.length && element("div", "", element("h3", "", title), element("ul", "", ...first, ...rows));
  };
  const all = line(element("span", "quiet", "nothing"), probability, null);
  const source = list("source", `Probability of ${token} with one word of the sentence hidden`, all);
  const target = list("target", "… and with one of its own words hidden");
  const picture = makeSavable(element("div", "hidden-words side-by-side", source, target), {
    name: `What is left of ${token} without each word`,
    lines: () => [
      ["side", "word", "left", "instead"],
      ...hidden.map(({ side, word, left, instead }) => [side, word, csvNumber(left), instead ?? ""]),
    ],
  });
  const headline = element("p", "look-headline", { "aria-live": "polite" }, found[0]);
  view.root.replaceChildren(element("section", "stack table", headline, element("p", "look-words", found[1]), picture));
});
