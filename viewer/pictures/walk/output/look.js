// What goes into the decoder and what comes out, shifted by one; and the likeliest tokens after the chosen one, whose
// bars follow the temperature.

import { part } from "../../../transport/payload.js";
import { buildChip } from "../../../widgets/chips.js";
import { element, say, spans } from "../../../widgets/elements.js";
import { count } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { check, radios } from "../../../widgets/radio.js";
import { computeDistribution } from "./distribution.js";
import { temperatureSlider } from "./next.js";
import { pieceChip, pieceOf, probabilityBar, quotePiece, readSoFar } from "./pieces.js";
import "./look.css";

const SHOWN = 4; // of the likeliest tokens
const HINT =
  "Beam search compares whole translations, so it doesn’t always take the likeliest token. A model can also pick one " +
  "at random with these chances: at a low temperature the favourite nearly always wins, at a high one the others get " +
  "their turn.";

/** @param {OutputView} view */
export function look(view) {
  const steps = buildSteps(view);
  const { slider } = temperatureSlider(view, () => view.drawLook());
  slider.setAttribute("aria-label", "Temperature");
  const [shown, bars] = [element("output", "mono"), element("div", "likely small")];
  const headline = element("p", "look-headline", { "aria-live": "polite" });
  const verdict = element("p", "output-verdict serif", { "aria-live": "polite" });
  const rows = Array.from({ length: SHOWN + 2 }, buildBar);
  bars.append(...rows.map((row) => row.element));
  const stops = element("span", "ends quiet row apart", ...spans("safer", "as trained", "more daring"));
  const range = element("span", "range", slider, stops);
  const name = element("span", "", "Temperature");
  const temperature = element("label", "temperature row warmth", name, range, shown);
  view.drawLook = () => {
    const { position, temperature: warmth } = view.next;
    steps.mark(position);
    slider.value = String(warmth);
    shown.textContent = warmth.toFixed(2);
    drawBars(view, rows);
    say(headline, writeHeadline(view));
    say(verdict, describeVerdict(view));
  };
  return element(
    "section",
    "in-and-out stack",
    { "data-at": "look", "aria-label": "What goes in and what comes out" },
    headline,
    makeSavable(steps.element, { name: "Goes in, comes out" }),
    element(
      "div",
      "next-and-then side-by-side",
      makeSavable(element("div", "next-bars stack", temperature, bars), { name: "The likeliest next tokens" }),
      element("div", "stack", verdict, element("p", "hint", HINT)),
    ),
  );
}

// ---- the columns: a token that goes in, and under it the one that comes out
/** @param {OutputView} view */
function buildSteps(view) {
  const { target, output } = view.tokens;
  const columns = target.map((token, position) =>
    element(
      "button",
      "step pick stack",
      { title: `position ${position}` },
      ...[token, output[position]].map((chip) => buildChip("span", chip)),
      position < target.length - 1 && element("span", "onward", { "aria-hidden": "true" }, "↗"),
    ),
  );
  radios(columns, (token) => view.set({ token }));
  const leads = element("div", "leads quiet stack", ...spans("goes in", "comes out next"));
  const group = { role: "radiogroup", "aria-label": "The token in focus" };
  return {
    element: element("div", "step-row small", leads, element("div", "columns", group, ...columns)),
    mark: (position) => check(columns, position),
  };
}

// The translation so far, without the token that starts it.
/** @param {OutputView} view */
function textBefore(view, position) {
  const [{ text: start }] = view.tokens.target;
  const read = readSoFar(view, position);
  return read.startsWith(`${start} `) ? read.slice(start.length + 1) : read;
}

// ---- the bars
function buildBar() {
  const [name, bar] = [element("span", "name"), probabilityBar(element("b", "share"), percent)];
  return { element: element("div", "likely-row aligned", name, ...bar.elements), name, bar };
}

// The likeliest tokens, the chosen one where it isn't among them, and all others together.
/** @param {OutputView} view */
function drawBars(view, rows) {
  const { position, temperature } = view.next;
  const logits = part(view.tensors.logits, position);
  view.distribution = computeDistribution(logits, temperature);
  const chosen = view.frame.ids.output[position];
  const top = [...part(view.tensors.top, position)].slice(0, SHOWN);
  const ids = top.includes(chosen) ? top : [...top, chosen];
  let others = 1;
  rows.forEach((row, at) => {
    const id = ids[at];
    const isRest = at === rows.length - 1;
    row.element.hidden = id === undefined && !isRest;
    if (row.element.hidden) return;
    const p = isRest ? Math.max(0, others) : view.distribution.of(logits[id]);
    others -= p;
    row.element.classList.toggle("chosen", id === chosen);
    const rest = `${count(view.sizes.V - ids.length)} others`;
    row.name.replaceChildren(isRest ? rest : pieceChip(view, id));
    row.bar.show(p);
  });
}

function percent(p) {
  if (p < 0.0005) return "≈ 0";
  const value = 100 * p;
  return `${value < 10 ? value.toFixed(1) : Math.min(99, Math.round(value))}%`;
}

/** @param {OutputView} view */
function writeHeadline(view) {
  const { position } = view.next;
  const chosen = view.frame.ids.output[position];
  const p = view.distribution.of(part(view.tensors.logits, position)[chosen]);
  const before = position ? `After “${textBefore(view, position)}”` : "At the start";
  return `${before}, the model gives ${quotePiece(view, chosen)} a chance of ${percent(p)}.`;
}

/** @param {OutputView} view */
function describeVerdict(view) {
  const { position } = view.next;
  const chosen = view.frame.ids.output[position];
  const [best] = part(view.tensors.top, position);
  if (chosen !== best) {
    const took = `beam search, which compares whole translations, took ${quotePiece(view, chosen)}`;
    return `${quotePiece(view, best)} is likelier here, but ${took}.`;
  }
  if (position === view.sizes.T - 1) return `${quotePiece(view, chosen)} comes out, and the translation is finished.`;
  return `${quotePiece(view, chosen)} comes out, and goes in next.`;
}

// Find the word of which the model is least sure, where others have a chance.
/** @param {OutputView} view */
export function firstToken(view) {
  const { confidence } = view.tensors;
  const isWord = (id) => /\p{L}/u.test(pieceOf(view, id).text) && !pieceOf(view, id).special;
  const sure = view.frame.ids.output.map((id, position) => (position && isWord(id) ? confidence.data[position] : 1));
  return sure.indexOf(Math.min(...sure));
}
