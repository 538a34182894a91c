// It writes on: a text that one stack continues, token by token, and what the next token could be.

import { joinChips } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element, say, vector } from "../../../widgets/elements.js";
import { redraw } from "../../../widgets/marks/draw.js";
import { candidates, roomOf } from "../../../widgets/marks/marks.js";
import { mountOnData } from "../../../widgets/mount.js";
import { makeSavable } from "../../../widgets/pictures.js";
import "./one_stack.css";

const STEP = 25; // pixels between two candidates
const SIZE = 14;
const WIDEST = 620;

export default mountOnData((/** @type {WritingView} */ view, { facts }) => {
  Object.assign(view, { facts, count: 0, known: view.known ?? new Map() }); // bars move where they were
  view.text = element("p", "serif written", { dir: "auto", "aria-live": "polite" });
  view.title = element("h3", "");
  view.list ??= vector("svg", "next-tokens", { role: "img" });
  const take = (by) => () => {
    view.count = Math.max(0, Math.min(facts.steps.length, view.count + by));
    showWriting(view);
  };
  view.more = [button("One token", take(1)), button("Ten tokens", take(10))];
  view.less = [button("Take one back", take(-1)), button("From the start", take(-Infinity))];
  const name = "What the next token could be";
  const figure = makeSavable(element("figure", "stack", view.title, view.list), { name, lines: () => linesOf(view) });
  view.root.replaceChildren(view.text, element("div", "flow", ...view.more, ...view.less), figure);
  const watch = new ResizeObserver(() => drawCandidates(view));
  watch.observe(view.root);
  showWriting(view);
  return () => watch.disconnect();
});

const button = (text, click) => element("button", "button", { type: "button", click }, text);

/** @param {WritingView} view */
function showWriting(view) {
  const { facts, count } = view;
  const written = facts.steps.slice(0, count).map(({ token }) => token);
  say(view.text, joinChips(facts.beginning), element("span", "by-it", joinChips(written, true)));
  const isOver = count >= facts.steps.length;
  for (const each of view.more) each.disabled = isOver;
  for (const each of view.less) each.disabled = count === 0;
  say(view.title, isOver ? endOf(facts) : `What comes next: chance drew the bold one, by ${facts.how}`);
  drawCandidates(view);
}

const endOf = ({ ended, steps }) =>
  ended ? "It has come to an end: </s> is a token too." : `That’s enough: ${steps.length} tokens.`;

/** @param {WritingView} view */
function drawCandidates({ facts, count, list, root, known }) {
  const all = facts.steps[count]?.candidates ?? [];
  const width = Math.min(WIDEST, root.clientWidth);
  list.toggleAttribute("hidden", all.length === 0);
  if (all.length === 0 || !width) return;
  const height = all.length * STEP;
  for (const [name, value] of Object.entries({ width, height })) list.setAttribute(name, value);
  const best = all.map(({ text, probability }) => `${text} ${probability.toFixed(3)}`).join(", ");
  list.setAttribute("aria-label", `Probabilities of the next token: ${best}`);
  const room = roomOf(width, height, false, SIZE);
  redraw(list, candidates(room, "next", [0, STEP / 2, width], all, { step: STEP }), known);
}

/** @param {WritingView} view */
const linesOf = ({ facts, count }) => [
  ["token", "probability"],
  ...(facts.steps[count]?.candidates ?? []).map(({ text, probability }) => [text, csvNumber(probability)]),
];
