// The links between the two sentences as curves; a word that is pointed at shows only its own.

import { buildChip } from "../../../widgets/chips.js";
import { copyButton } from "../../../widgets/copy_button.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element, say, vector } from "../../../widgets/elements.js";
import { short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { rove } from "../../../widgets/radio.js";
import { curve, curveAcross, edgePoint, sidePoint } from "../curve.js";
import { crossedWords } from "./links.js";
import { METHODS, tellWhose } from "./methods.js";

/** @param {AlignmentView} view */
export function wiresBox(view) {
  view.wires = vector("svg", "wires overlay", { "aria-hidden": "true" });
  view.wordChips = { source: wordChips(view, "source"), target: wordChips(view, "target") };
  const names = { source: view.facts.reads, target: view.facts.language };
  const rows = Object.entries(view.wordChips).map(([side, chips]) =>
    element("div", `chips ${side}`, { role: "toolbar", "aria-label": `${names[side]} words` }, ...chips),
  );
  const frame = element("div", "frame stack", view.wires, ...rows);
  makeSavable(frame, { name: "Links between words", lines: () => linkLines(view) });
  view.reading = element("p", "reading");
  view.verdict = element("p", "note", { "data-from": "understand" });
  view.pharaoh = element("code", "mono pharaoh");
  const files = element(
    "div",
    "save flow",
    { "data-from": "prove" },
    element("span", "hint", "Pharaoh pairs (source-target, counted from 0)"),
    view.pharaoh,
    copyButton(() => view.pharaoh.textContent, "Copy the Pharaoh pairs"),
  );
  const key = view.facts.links && legend();
  return element(
    "section",
    "links",
    element("h3", "", { "data-from": "understand" }, "Links"),
    frame,
    view.reading,
    view.verdict,
    files,
    key,
  );
}

/** @param {AlignmentView} view */
function wordChips(view, side) {
  const { words } = view.facts[side];
  const chips = words.map((text, index) => {
    const point = (word) => () => {
      view.word = word;
      drawWires(view);
    };
    const [here, away] = [point({ side, index }), point(null)];
    const listeners = { pointerenter: here, focus: here, pointerleave: away, blur: away };
    return buildChip("button", { text, joined: false, special: false }, null, listeners);
  });
  return rove(chips);
}

const has = (links, [source, target]) => links.some(([a, b]) => a === source && b === target);

/** @param {AlignmentView} view */
function linkLines({ links, weights, facts: { source, target, links: truth } }) {
  return [
    ["source", "target", "weight", "verdict"],
    ...links.map(([from, to]) => [
      source.words[from],
      target.words[to],
      csvNumber(weights[to].words[from]),
      truth ? (has(truth, [from, to]) ? "right" : "wrong") : "",
    ]),
  ];
}

function legend() {
  const kinds = { right: "right", wrong: "wrong", missing: "true, but not found" };
  const keys = Object.entries(kinds).flatMap(([kind, words]) => [
    vector("svg", "key", { viewBox: "0 0 30 10" }, vector("path", `wire ${kind}`, { d: "M1 5H29" })),
    element("span", "", words),
  ]);
  return element("p", "row hint legend-links", ...keys);
}

/** @param {AlignmentView} view */
export function drawWires(view) {
  const { wires, facts, links, word, wordChips, weights } = view;
  const frame = wires.parentElement.getBoundingClientRect();
  if (!frame.width || !weights) return;
  const inColumns = getComputedStyle(wires.parentElement).flexDirection === "row"; // on a phone
  const truth = facts.links;
  const missing = (truth ?? []).filter((link) => !has(links, link));
  const drawn = [
    ...links.map((link) => [link, !truth ? "found" : has(truth, link) ? "right" : "wrong"]),
    ...missing.map((link) => [link, "missing"]),
  ];
  const crossed = crossedWords(facts, links);
  const isLit = (link) => !word || link[word.side === "source" ? 0 : 1] === word.index;
  wires.replaceChildren(
    ...drawn.map(([link, kind]) => {
      const [source, target] = link;
      const [one, other] = [wordChips.source[source], wordChips.target[target]];
      const d = inColumns
        ? curveAcross(sidePoint(one, frame, "right"), sidePoint(other, frame, "left"))
        : curve(edgePoint(one, frame, "bottom"), edgePoint(other, frame, "top"));
      const width = kind === "missing" ? 2 : 2 + 4 * (weights[target]?.words[source] ?? 0);
      const style = `opacity: ${isLit(link) ? 1 : 0.12}; stroke-width: ${width}`;
      return vector("path", `wire ${kind}${crossed.includes(link) ? " crossed" : ""}`, { d, style });
    }),
  );
  say(
    view.reading,
    word ? linkReading(view) : `${tellWhose(view)} Choose a word to see only its links.${tellUnlinked(view)}`,
  );
}

// The words without a link, and why they have none.
/** @param {AlignmentView} view */
function tellUnlinked({ facts: { source, target, language }, links, method }) {
  const { looked } = METHODS[method];
  const without = ({ words }, side) =>
    words
      .filter((_, at) => !links.some((link) => link[side] === at))
      .map(quote)
      .join(", ");
  const [unread, alone] = [without(source, 0), without(target, 1)];
  return (
    (unread && ` No ${language} word ${looked} ${unread} most.`) +
    (alone && ` No link for the ${language} ${alone}, which ${looked} the sentence’s end most.`)
  );
}

const quote = (word) => `“${word}”`;

/** @param {AlignmentView} view */
function linkReading(view) {
  const { side, index } = view.word;
  const { source, target, language } = view.facts;
  const { looked } = METHODS[view.method];
  const own = view.links.filter((link) => link[side === "source" ? 0 : 1] === index);
  const word = view.facts[side].words[index];
  if (!own.length && side === "target") return `“${word}” ${looked} the end of the sentence most: no link.`;
  if (!own.length) return `No ${language} word ${looked} “${word}” most.`;
  const weight = ([from, to]) => short(view.weights[to].words[from]);
  const told = own.map(
    (link) => `“${target.words[link[1]]}” ${looked} “${source.words[link[0]]}” with ${weight(link)}`,
  );
  return told.join(" · ");
}
