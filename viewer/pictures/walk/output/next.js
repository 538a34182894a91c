// The next token: the ten most probable ones, the temperature, and the equation of one of them.

import { part } from "../../../transport/payload.js";
import { setUrlParam } from "../../../widgets/address.js";
import { csvNumber } from "../../../widgets/csv.js";
import { depthNow } from "../../../widgets/depth.js";
import { element, findIn, spans } from "../../../widgets/elements.js";
import { equation, fraction, ident, mathLeaf, num, op, row, sub, text } from "../../../widgets/mathml.js";
import { full, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { keyGoal } from "../../../widgets/radio.js";
import { buildTitle } from "./bands.js";
import { biasOf, currentCandidate, logitOf, multiplyFactors } from "./candidate.js";
import { computeDistribution } from "./distribution.js";
import { AT_LOOK, look } from "./look.js";
import { pieceChip, pieceOf, probabilityBar, readSoFar } from "./pieces.js";
import { scorePicture } from "./score.js";

export const SMALLEST_TEMPERATURE = 0.1;
export const LARGEST_TEMPERATURE = 3;

/** @param {OutputView} view */
export function nextPicture(view) {
  const [temperature, bars, facts, first] = [buildTemperature(view), buildBars(view), buildFacts(view), look(view)];
  temperature.element.dataset.from = facts.element.dataset.from = "understand";
  const score = scorePicture(view);
  const columns = [
    element("div", "beside stack", temperature.element, bars.element),
    element("div", "beside stack", first.verdict, facts.element),
  ];
  const shape = `T × V = ${view.sizes.T} × ${view.sizes.V}`;
  const parts = [element("div", "next side-by-side", ...columns), score.element];
  const section = buildTitle("The next token", shape, "", ...parts);
  const draw = () => {
    const isLook = depthNow() === "look";
    const temper = isLook ? 1 : view.next.temperature;
    view.distribution = computeDistribution(part(view.tensors.logits, view.next.position), temper);
    const shown = isLook ? [bars, first] : [temperature, bars, facts];
    for (const each of [...shown, score]) each.draw();
  };
  view.drawCandidate = () => {
    bars.draw();
    score.draw();
    view.retell();
  };
  view.drawTemperature = () => {
    draw();
    view.extra.temperature = view.next.temperature.toFixed(2);
    view.retell();
  };
  return {
    element: section,
    headline: first.headline,
    show(position) {
      findIn(section, ".hint").textContent =
        `After “${readSoFar(view, position)}”: the ten most probable of ${view.sizes.V.toLocaleString("en")} ` +
        `tokens. Point at one to see how its logit is made; click to pin.`;
      draw();
    },
  };
}

/** @param {OutputView} view */
function buildBars(view) {
  const count = view.tensors.top.shape[1];
  // One row more, after the rest: the token that was chosen, where it is not among the first.
  const rows = Array.from({ length: count + 1 }, () => candidateRow(view));
  const bar = probabilityBar();
  const others = element("span", "words");
  const rest = element("div", "candidate aligned rest fine-print", others, ...bar.elements);
  const keydown = (event) => {
    const shown = rows.filter(({ id }) => id !== null);
    const at = shown.findIndex(({ button }) => button === event.target);
    const goal = keyGoal(event, at, shown.length);
    if (goal === null) return;
    shown[goal].button.focus();
    shown[goal].button.click();
  };
  const buttons = rows.map(({ button }) => button);
  const scale = element("span", "scale row apart", ...spans("0", "probability", "1"));
  const heads = [...spans("token"), scale];
  for (const words of ["p", "logit z"]) heads.push(element("span", "number", words));
  const glance = [element("span", "number mono", "score"), element("span", "share", "chance")];
  const group = { role: "radiogroup", "aria-label": "The token of the equation", keydown };
  const list = element(
    "div",
    "candidates small",
    element("div", "candidate aligned head fine-print", { "data-from": "understand" }, ...heads),
    element("div", "candidate aligned head fine-print", { "data-at": "look" }, ...glance),
    element("div", "", group, ...buttons.slice(0, count), rest, buttons[count]),
  );
  makeSavable(list, { name: "The next token", lines: () => nextLines(view) });
  return {
    element: list,
    draw() {
      const top = [...part(view.tensors.top, view.next.position)];
      const chosen = view.frame.ids.output[view.next.position];
      const selected = currentCandidate(view);
      const kept = view.next.candidate ?? top[0];
      const isLook = depthNow() === "look";
      const first = isLook ? top.slice(0, AT_LOOK) : top;
      const isApart = !first.includes(chosen);
      rows.forEach((row, index) => {
        const id = index < count ? first[index] : isApart ? chosen : undefined;
        row.button.hidden = id === undefined && (isLook || index < count);
        row.fill(id ?? null, { chosen: id === chosen, selected: id === selected, kept: id === kept });
      });
      // At Look the chosen token's bar is one of those that add up to 1.
      const ids = isLook && isApart ? [...first, chosen] : first;
      others.textContent = `${(view.sizes.V - ids.length).toLocaleString("en")} others`;
      bar.show(Math.max(0, 1 - sum(ids.map((id) => view.distribution.of(logitOf(view, id))))));
    },
  };
}

/** @param {OutputView} view */
function nextLines(view) {
  return [
    ["rank", "token", "probability", "logit"],
    ...[...part(view.tensors.top, view.next.position)].map((id, rank) => {
      const z = logitOf(view, id);
      return [rank + 1, pieceOf(view, id).text, csvNumber(view.distribution.of(z)), csvNumber(z)];
    }),
  ];
}

/** @param {OutputView} view */
function candidateRow(view) {
  const choose = (what) => view.drawCandidate(Object.assign(view.next, what));
  const [name, bar, logit] = [element("span", "name"), probabilityBar(), element("span", "number mono")];
  const button = element(
    "button",
    "candidate aligned",
    {
      role: "radio",
      pointerenter: () => choose({ pointed: row.id }),
      pointerleave: () => choose({ pointed: null }),
      click: () => choose({ candidate: row.id }),
    },
    ...[name, ...bar.elements, logit],
  );
  const row = {
    button,
    id: null,
    fill(id, { chosen, selected, kept }) {
      if (id !== null && row.id !== id) name.replaceChildren(pieceChip(view, id));
      row.id = id;
      button.style.visibility = id === null ? "hidden" : "";
      button.disabled = id === null;
      if (id === null) return;
      const z = logitOf(view, id);
      const p = view.distribution.of(z);
      bar.show(p);
      logit.textContent = short(z);
      logit.title = formatLogit(z);
      button.classList.toggle("chosen", chosen);
      button.classList.toggle("selected", selected);
      button.setAttribute("aria-checked", String(kept));
      button.tabIndex = kept ? 0 : -1;
      const words = `${pieceOf(view, id).text}: probability ${short(p)}, logit ${short(z)}`;
      button.setAttribute("aria-label", words + (chosen ? ", the one that was chosen" : ""));
    },
  };
  return row;
}

/** @param {OutputView} view */
function buildTemperature(view) {
  const set = (value) => {
    view.next.temperature = Number(value);
    setUrlParam("tau", view.next.temperature === 1 ? "" : String(view.next.temperature));
    view.drawTemperature();
  };
  const limits = { type: "range", min: SMALLEST_TEMPERATURE, max: LARGEST_TEMPERATURE, step: 0.05 };
  const slider = element("input", "", { ...limits, input: () => set(slider.value), "aria-label": "Temperature" });
  const ends = element("span", "ends quiet row apart", ...spans("safer", "as trained", "more daring"));
  const shown = element("output", "mono");
  const reset = element("button", "copy", { click: () => set(1) }, "back to 1");
  const range = element("span", "range", slider, ends);
  const name = element("label", "temperature row", element("span", "", "Temperature τ"), range, shown);
  return {
    element: element("div", "temper row", name, reset),
    draw() {
      const { temperature } = view.next;
      slider.value = String(temperature);
      shown.textContent = temperature.toFixed(2);
      reset.style.visibility = temperature === 1 ? "hidden" : "";
    },
  };
}

/** @param {OutputView} view */
function buildFacts(view) {
  const entries = Object.entries({
    "entropy H, nats":
      "H = −Σ p ln p over the whole vocabulary: 0 when the model is sure; nats because of the natural logarithm",
    "choices, e to the H": "The model is as unsure as if it chose among this many equally likely tokens",
    "p of the chosen token": "Of the token that comes next in the translation",
  });
  const list = element("dl");
  return {
    element: element("div", "facts", list),
    draw() {
      const { entropy, of } = view.distribution;
      const p = of(logitOf(view, view.frame.ids.output[view.next.position]));
      const written = (value) => (value < 1000 ? short(value) : Math.round(value).toLocaleString("en"));
      list.replaceChildren(
        ...[entropy, Math.exp(entropy), p].flatMap((value, index) => {
          const [name, title] = entries[index];
          const made = element("dd", "mono", { title: full(value) }, written(value));
          return [element("dt", "fine-print", { title }, name), made];
        }),
      );
    },
  };
}

// A logit to the five digits that hold (tests/transformer/model/test_precision.py).
const formatLogit = (z) => short(z, 5);

// ---- the equation
/** @param {OutputView} view */
export function nextEquation(view) {
  const id = currentCandidate(view);
  const { temperature, position } = view.next;
  const { most, of } = view.distribution;
  const { D, V } = view.sizes;
  const z = logitOf(view, id);
  const p = of(z);
  const { hidden, weights } = multiplyFactors(view, id);
  const bias = biasOf(view, id);
  const plus = (made) => (bias === null ? [] : ["+", made()]);
  const exp = (...inner) => row(text("exp"), "(", row(...inner), ")");
  const logit = (index) => sub("z", index);
  const product = (dimension) => row("(", num(hidden[dimension]), "·", num(weights[dimension]), ")");
  const named = () => row("(", text(pieceOf(view, id).text), ")");
  // All digits that hold, so that the exponential's third one comes out right.
  const exact = () => {
    const made = mathLeaf("mn", formatLogit(z));
    made.setAttribute("title", formatLogit(z));
    return made;
  };
  const above = Math.exp((z - most) / temperature + most / temperature);
  const all = text(`sum over ${V.toLocaleString("en")} tokens`);
  return {
    general: [
      equation(logit("i"), "=", ident("h", "decoder"), "·", "E", "[", "i", "]", ...plus(() => sub("b", "i"))),
      equation(
        sub("p", "i"),
        "=",
        fraction(exp(logit("i"), "/", "τ"), row(sub(op("Σ"), "j"), exp(logit("j"), "/", "τ"))),
      ),
    ],
    filled: [
      equation(row("z", named()), "=", product(0), "+", text("…")),
      equation("+", product(D - 1), ...plus(() => num(bias)), "=", exact()),
      equation(row("p", named()), "=", fraction(exp(exact(), "/", num(temperature)), all)),
      equation("=", fraction(num(above), num(above / p)), "=", num(p)),
    ],
    words:
      `h is the decoder’s last vector at position ${position}, E[i] the token’s row of the ` +
      (view.facts.tied
        ? "embedding table: the same table where the tokens were looked up on the way in."
        : "output matrix.") +
      (bias === null ? "" : " b[i] is a number that the model learned for the token, whatever comes before it."),
  };
}
