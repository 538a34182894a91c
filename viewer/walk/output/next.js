// The next token: the ten most probable ones, the temperature, and the equation of one of them.

import { keepPlace } from "../../widgets/address.js";
import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { equation, fraction, ident, leaf, num, op, row, sub, text } from "../../widgets/mathml.js";
import { full, short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { keyGoal } from "../../widgets/radio.js";
import { titled } from "./bands.js";
import { candidateOf, factorsOf, logitOf } from "./candidate.js";
import { distributionOf } from "./distribution.js";
import { pieceChip, pieceOf, readSoFar } from "./pieces.js";
import { nextProducts } from "./products.js";

export const SMALLEST_TEMPERATURE = 0.1;
export const LARGEST_TEMPERATURE = 3;

/** @param {OutputView} view */
export function nextPicture(view, place) {
  const section = titled("The next token", `T × V = ${view.sizes.T} × ${view.sizes.V}`, "");
  const hint = section.querySelector(".hint");
  const bars = nextBars(view);
  const facts = nextFacts(view);
  const products = nextProducts(view);
  const beside = element("div", "beside");
  beside.append(facts.element, products.element);
  const both = element("div", "next");
  both.append(bars.element, beside);
  section.append(both);
  place.append(section);
  const draw = () => {
    const { position, temperature } = view.next;
    view.distribution = distributionOf(part(view.tensors.logits, position), temperature);
    bars.draw();
    facts.draw();
    products.draw();
  };
  view.drawCandidate = () => {
    bars.draw();
    products.draw();
    view.retell();
  };
  view.drawTemperature = () => {
    draw();
    view.extra.temperature = view.next.temperature.toFixed(2);
    view.retell();
  };
  return {
    show(position) {
      hint.textContent =
        `After “${readSoFar(view, position)}”: the ten most probable of ${view.sizes.V.toLocaleString("en")} ` +
        `tokens. Point at one to see how its logit is made; a click keeps it.`;
      draw();
    },
  };
}

/** @param {OutputView} view */
function nextBars(view) {
  const count = view.tensors.top.shape[1];
  const list = element("div", "candidates");
  const head = element("div", "candidate head");
  head.append(
    element("span", "", "token"),
    element("span", "scale"),
    element("span", "number", "p"),
    element("span", "number", "logit z"),
  );
  const scale = head.querySelector(".scale");
  scale.append(element("span", "", "0"), element("span", "", "probability"), element("span", "", "1"));
  const group = element("div");
  group.setAttribute("role", "radiogroup");
  group.setAttribute("aria-label", "The token of the equation");
  // One row more, behind the rest: the token that was chosen, where it is not among the first.
  const rows = [...Array(count + 1).keys()].map(() => candidateRow(view));
  rows.forEach((row, index) => {
    row.button.addEventListener("keydown", (event) => {
      const shown = rows.filter((each) => each.id !== null);
      const goal = keyGoal(event, index, shown.length);
      if (goal === null) return;
      shown[goal].button.focus();
      shown[goal].button.click();
    });
  });
  const rest = restRow();
  group.append(...rows.slice(0, count).map((row) => row.button), rest.element, rows[count].button);
  list.append(head, group);
  const draw = () => {
    const { position } = view.next;
    const top = [...part(view.tensors.top, position)];
    const chosen = view.facts.chosen[position];
    const ids = [...top, top.includes(chosen) ? null : chosen];
    const selected = candidateOf(view);
    let together = 0;
    rows.forEach((row, index) => {
      const id = ids[index];
      row.fill(id, id === chosen, id === selected, id === (view.next.candidate ?? top[0]));
      if (index < count) together += view.distribution.of(logitOf(view, id));
    });
    rest.fill(view.sizes.V - count, Math.max(0, 1 - together));
  };
  savedAs(list, { name: "The next token", lines: () => nextLines(view) });
  return { element: list, draw };
}

/** @param {OutputView} view */
function nextLines(view) {
  const { data, shape } = view.tensors.top;
  const top = [...data.subarray(view.next.position * shape[1], (view.next.position + 1) * shape[1])];
  return [
    ["rank", "token", "probability", "logit"],
    ...top.map((id, rank) => {
      const z = logitOf(view, id);
      return [rank + 1, pieceOf(view, id).text, csvNumber(view.distribution.of(z)), csvNumber(z)];
    }),
  ];
}

function restRow() {
  const row = element("div", "candidate rest");
  const [words, track, probability] = [
    element("span", "words"),
    element("span", "track"),
    element("span", "number mono"),
  ];
  track.append(element("i"));
  row.append(words, track, probability);
  return {
    element: row,
    fill(others, together) {
      words.textContent = `${others.toLocaleString("en")} others`;
      track.firstChild.style.width = `${100 * together}%`;
      probability.textContent = short(together);
      probability.title = full(together);
    },
  };
}

/** @param {OutputView} view */
function candidateRow(view) {
  const button = element("button", "candidate");
  button.type = "button";
  button.setAttribute("role", "radio");
  const name = element("span", "name");
  const track = element("span", "track");
  const bar = element("i");
  track.append(bar);
  const probability = element("span", "number mono");
  const logit = element("span", "number mono");
  button.append(name, track, probability, logit);
  const row = { button, id: undefined };
  button.addEventListener("pointerenter", () => {
    view.next.pointed = row.id;
    view.drawCandidate();
  });
  button.addEventListener("pointerleave", () => {
    view.next.pointed = null;
    view.drawCandidate();
  });
  button.addEventListener("click", () => {
    view.next.candidate = row.id;
    view.drawCandidate();
  });
  row.fill = (id, chosen, selected, kept) => {
    button.style.visibility = id === null ? "hidden" : "";
    button.disabled = id === null;
    if (id === null) {
      row.id = null;
      return;
    }
    if (row.id !== id) name.replaceChildren(pieceChip(view, id));
    row.id = id;
    const z = logitOf(view, id);
    const p = view.distribution.of(z);
    bar.style.width = `${100 * p}%`;
    probability.textContent = short(p);
    probability.title = full(p);
    logit.textContent = short(z);
    logit.title = shownLogit(z);
    button.classList.toggle("chosen", chosen);
    button.classList.toggle("selected", selected);
    button.setAttribute("aria-checked", String(kept));
    button.tabIndex = kept ? 0 : -1;
    button.setAttribute(
      "aria-label",
      `${pieceOf(view, id).text}: probability ${short(p)}, logit ` +
        `${short(z)}${chosen ? ", the one that was chosen" : ""}`,
    );
  };
  return row;
}

/** @param {OutputView} view */
function nextFacts(view) {
  const box = element("div", "facts");
  const label = element("label", "temperature");
  const slider = element("input");
  Object.assign(slider, {
    type: "range",
    min: SMALLEST_TEMPERATURE,
    max: LARGEST_TEMPERATURE,
    step: 0.05,
    value: view.next.temperature,
  });
  const shown = element("output", "mono");
  const reset = element("button", "copy", "back to 1");
  reset.type = "button";
  const set = (value) => {
    view.next.temperature = Number(value);
    keepPlace("tau", view.next.temperature === 1 ? "" : String(view.next.temperature));
    slider.value = value;
    view.drawTemperature();
  };
  slider.addEventListener("input", () => set(slider.value));
  reset.addEventListener("click", () => set(1));
  label.append(element("span", "", "Temperature τ"), slider, shown);
  const line = element("div", "line");
  line.append(label, reset);
  const list = element("dl");
  const entry = (name, title) => {
    const value = element("dd", "mono");
    const term = element("dt", "", name);
    term.title = title;
    list.append(term, value);
    return value;
  };
  const entropy = entry(
    "entropy H, nats",
    "H = −Σ p ln p over the whole vocabulary: 0 where the model is sure; nats because of the natural logarithm",
  );
  const choices = entry(
    "choices, e to the H",
    "This many equally probable tokens would leave the model in the same doubt",
  );
  const chosen = entry("p of the chosen token", "Of the token with which the translation goes on");
  box.append(line, list);
  const draw = () => {
    const { entropy: doubt } = view.distribution;
    const p = view.distribution.of(logitOf(view, view.facts.chosen[view.next.position]));
    shown.textContent = view.next.temperature.toFixed(2);
    reset.style.visibility = view.next.temperature === 1 ? "hidden" : "";
    for (const [place, value] of [
      [entropy, doubt],
      [choices, Math.exp(doubt)],
      [chosen, p],
    ]) {
      place.textContent = value < 1000 ? short(value) : Math.round(value).toLocaleString("en");
      place.title = full(value);
    }
  };
  return { element: box, draw };
}

// A logit to the five digits that hold (tests/transformer/model/test_precision.py).
const shownLogit = (z) => short(z, 5);

// ---- the equation
/** @param {OutputView} view */
export function nextEquation(view) {
  const id = candidateOf(view);
  const { temperature } = view.next;
  const { D, V } = view.sizes;
  const z = logitOf(view, id);
  const p = view.distribution.of(z);
  const { hidden, weights } = factorsOf(view, id);
  const exp = (inner) => row(text("exp"), op("("), inner, op(")"));
  const product = (dimension) => row(op("("), num(hidden[dimension]), op("·"), num(weights[dimension]), op(")"));
  const named = row(op("("), text(pieceOf(view, id).text), op(")"));
  // All digits that hold, so that the exponential's third one comes out right.
  const exact = leaf("mn", shownLogit(z));
  exact.setAttribute("title", shownLogit(z));
  const scaled = (distance) => Math.exp(distance / temperature + view.distribution.most / temperature);
  const above = scaled(z - view.distribution.most);
  const below = above / p;
  return {
    general: [
      equation(sub(ident("z"), "i"), op("="), ident("h", "decoder"), op("·"), ident("E"), op("["), ident("i"), op("]")),
      equation(
        sub(ident("p"), "i"),
        op("="),
        fraction(
          exp(row(sub(ident("z"), "i"), op("/"), ident("τ"))),
          row(sub(op("Σ"), "j"), exp(row(sub(ident("z"), "j"), op("/"), ident("τ")))),
        ),
      ),
    ],
    filled: [
      equation(row(ident("z"), named), op("="), product(0), op("+"), text("…")),
      equation(op("+"), product(D - 1), op("="), exact.cloneNode(true)),
      equation(
        row(ident("p"), named.cloneNode(true)),
        op("="),
        fraction(exp(row(exact, op("/"), num(temperature))), text(`sum over ${V.toLocaleString("en")} tokens`)),
      ),
      equation(op("="), fraction(num(above), num(below)), op("="), num(p)),
    ],
    words: view.facts.tied
      ? `h is the decoder’s last vector at position ${view.next.position}, E[i] the token’s row of the embedding ` +
        `table: the same table in which the tokens were looked up on the way in.`
      : `h is the decoder’s last vector at position ${view.next.position}, E[i] the token’s row of the output matrix.`,
  };
}
