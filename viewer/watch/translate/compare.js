// Two translations side by side, and what each of their words looks at.
//
// Everything typed or translated is put in with textContent: it is text, whatever it looks like. Hovering, choosing a
// token, a layer or a head happens here, from data already sent.

import { writeAddress } from "../../widgets/address.js";
import { chipOf, shade, weighed } from "../../widgets/chips.js";
import { choice, numbers } from "../../widgets/choice.js";
import { copyButton } from "../../widgets/copy_button.js";
import { csvNumber } from "../../widgets/csv.js";
import { element, vector } from "../../widgets/elements.js";
import { guessBox } from "../../widgets/guess.js";
import { viewOf } from "../../widgets/mount.js";
import { short, signed } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { lookPlace, lookQuestion } from "./guess.js";
import { icon } from "./icon.js";
import { thread } from "./threads.js";
import "./compare.css";

export default function comparisonComponent({ data, parentElement }) {
  const view = viewOf(parentElement, { layer: null, head: null, generation: 0 });
  const { root } = view;
  view.generation += 1;
  const generation = view.generation;
  view.observer?.disconnect();
  draw(root, view, data);
  return () => {
    // An older drawing that is cleaned up late must not take the newer one's observer with it.
    if (view.generation === generation) view.observer?.disconnect();
  };
}

/** @param {ComparisonView} view */
function draw(root, view, { comparison, waiting }) {
  if (!comparison) {
    view.signature = null;
    root.replaceChildren(element("div", "waiting", waiting));
    return;
  }
  choose(view, comparison);
  view.comparison = comparison;
  view.pin = (place) => {
    view.pinned = place;
    rememberChoice(view, comparison, true);
    light(root, view, place);
  };
  view.guess = guessBox({
    page: "Translate",
    ask: () => lookQuestion(view, weightsOf(view, view.pinned)),
    changed: () => light(root, view, view.pinned),
  });
  const threads = vector("svg", "threads", { "aria-hidden": "true" });
  const source = sourceRow(root, view, comparison);
  const cards = element("div", "cards");
  cards.append(...comparison.cards.map((card) => cardOf(root, view, comparison, card)));
  root.replaceChildren(threads, trust(comparison.trust), source, cards, parting(comparison.parting));
  if (comparison.others.length) root.append(others(comparison.others));
  mark(root, view, view.pinned);
  savedAs(root, { name: "Two translations, and what a token looks at", lines: () => lookLines(view) });
  // It reports at once, when the page has been laid out and before it is painted: to draw the threads sooner would have
  // the page laid out twice.
  view.observer = new ResizeObserver(() => thread(root, view));
  view.observer.observe(root);
}

// What is looked at: the address's focus at first, then the visitor's choice; a new sentence begins at its telling
// token.
/** @param {ComparisonView} view */
function choose(view, comparison) {
  const signature = JSON.stringify([
    comparison.source.map((chip) => chip.text),
    comparison.cards.map((card) => card.chips.map((chip) => chip.text)),
  ]);
  const first = view.signature === undefined;
  if (first && comparison.focus) {
    view.layer = comparison.focus.layer;
    view.head = comparison.focus.head;
  }
  if (view.layer === null || view.layer >= comparison.layers) view.layer = comparison.alignedLayer;
  if (view.head !== null && view.head >= comparison.heads) view.head = null;
  if (signature === view.signature) return;
  const beam = comparison.cards.length - 1;
  view.pinned = { card: beam, token: comparison.cards[beam].telling };
  if (first && comparison.focus) {
    const card = comparison.cards.findIndex((each) => each.name === comparison.focus.card);
    view.pinned = { card, token: comparison.focus.token };
  } else if (!first) {
    rememberChoice(view, comparison, false);
  }
  view.signature = signature;
}

function trust({ level, title, reasons }) {
  const row = element("div", `trust ${level}`);
  const badge = element("span", "badge", icon(level), element("span", "", title));
  row.append(badge, element("span", "reasons", reasons.join(" ")));
  return row;
}

/** @param {ComparisonView} view */
function sourceRow(root, view, comparison) {
  const section = element("section", "source");
  const bar = element(
    "div",
    "bar",
    element(
      "div",
      "what",
      element("h2", "", "The encoder reads"),
      element("span", "hint", `point at a ${comparison.language.name} token, or click it, to see what it looks at`),
    ),
    choice("Decoder layer", numbers(comparison.layers), view.layer, (value) => {
      view.layer = value;
      rememberChoice(view, comparison, true);
      light(root, view, view.pinned);
    }),
    choice("Head", [["mean", null], ...numbers(comparison.heads)], view.head, (value) => {
      view.head = value;
      rememberChoice(view, comparison, true);
      light(root, view, view.pinned);
    }),
    view.guess.switch,
  );
  const row = element(
    "div",
    "chips",
    ...comparison.source.map((chip, position) => {
      const made = chipOf("span", chip, comparison.source[position + 1]);
      if (chip.note) {
        made.classList.add("noted");
        made.title = chip.note;
      }
      return weighed(made);
    }),
  );
  section.append(bar, view.guess.card, element("p", "looking"), row);
  return section;
}

/** @param {ComparisonView} view */
function cardOf(root, view, comparison, card) {
  const index = comparison.cards.indexOf(card);
  const article = element("article", `card ${card.name}`);
  const header = element("header");
  header.append(element("h2", "", card.title), element("span", "rule", card.rule), copyButton(card.text));
  const french = element("p", card.text ? "french" : "french nothing", card.text || "(no words)");
  french.lang = comparison.language.code;
  french.dir = "auto";
  const row = element("div", "chips", {
    role: "group",
    "aria-label": `${card.title}: tokens; choose one to see what it looks at`,
  });
  card.chips.forEach((chip, token) => {
    const made = chipOf("button", chip, card.chips[token + 1]);
    const probability = Math.exp(chip.logProbability);
    made.type = "button";
    made.title = `probability ${short(probability, 4)}, log-probability ${signed(chip.logProbability, 4)}`;
    made.dataset.token = String(token);
    if (token === comparison.partedAt) {
      const fork = icon("fork");
      fork.setAttribute("class", "fork");
      made.classList.add("parted");
      made.append(fork);
    }
    const bar = element("span", "probability");
    bar.append(element("i", "", { style: `width: ${(100 * probability).toFixed(1)}%` }));
    made.append(bar);
    const place = { card: index, token };
    made.addEventListener("pointerenter", () => light(root, view, place));
    made.addEventListener("pointerleave", () => light(root, view, view.pinned));
    made.addEventListener("focus", () => light(root, view, place));
    made.addEventListener("blur", () => light(root, view, view.pinned));
    made.addEventListener("click", () => view.pin(place));
    made.addEventListener("keydown", (event) => step(event, row, token));
    row.append(made);
  });
  row.addEventListener("scroll", () => thread(root, view), { passive: true });
  article.append(header, french, row, statistics(card));
  return article;
}

function statistics(card) {
  const list = element("dl", "numbers");
  const count = card.chips.length;
  const divided = `${signed(card.logProbability, 3)} ÷ ${card.penalty.toFixed(3)}`;
  const formula = `log-probability ÷ ((5 + ${count}) ÷ 6)^α = ${divided}`;
  const rows = [
    ["score", signed(card.score, 3), formula, "main"],
    ["log-probability", signed(card.logProbability, 3), "the sum over all tokens", ""],
    ["tokens", String(count), card.finished ? "the end included" : "stopped at the length limit", ""],
    ["time", `${card.milliseconds.toFixed(0)} ms`, `${card.milliseconds.toFixed(2)} ms to decode`, ""],
  ];
  for (const [name, value, title, emphasis] of rows) {
    list.append(element("div", "", { title }, element("dt", "", name), element("dd", emphasis, value)));
  }
  return list;
}

function parting({ agree, sentence, verdict }) {
  const line = element("div", "parting");
  line.append(icon(agree ? "agree" : "fork"), element("div", "", `${sentence} `, element("span", "", verdict)));
  return line;
}

function others(hypotheses) {
  const details = element("details");
  const plural = hypotheses.length > 1 ? "translations" : "translation";
  details.append(element("summary", "", `The beam's ${hypotheses.length} other ${plural}`));
  const table = element("table", "others");
  const heads = [
    ["score", "n"],
    ["log-prob.", "n"],
    ["tokens", "n"],
    ["translation", "t"],
  ];
  table.append(element("tr", "", ...heads.map(([name, kind]) => element("th", kind, name))));
  for (const each of hypotheses) {
    const row = element(
      "tr",
      "",
      element("td", "n", signed(each.score, 3)),
      element("td", "n", signed(each.logProbability, 3)),
      element("td", "n", String(each.tokens)),
      element("td", "t", each.text),
    );
    table.append(row);
  }
  details.append(table);
  return details;
}

// Show what one token looks at, with the threads.
/** @param {ComparisonView} view */
function light(root, view, place) {
  mark(root, view, place);
  thread(root, view);
}

// What one token looks at: shade and number on every source chip, and the strongest in words.
/** @param {ComparisonView} view */
function mark(root, view, place) {
  view.shown = place;
  root.querySelectorAll(".card").forEach((card, index) => {
    card.querySelectorAll(".chip").forEach((chip, token) => {
      const pinned = view.pinned.card === index && view.pinned.token === token;
      chip.classList.toggle("shown", place.card === index && place.token === token);
      chip.setAttribute("aria-pressed", String(pinned));
      chip.tabIndex = (view.pinned.card === index ? pinned : token === 0) ? 0 : -1;
    });
  });
  const covered = view.guess.covers(lookPlace(view, place));
  const weights = covered ? [] : weightsOf(view, place);
  root.querySelectorAll(".source .chip").forEach((chip, position) => {
    shade(chip, weights[position] ?? null, (weight) => weight.toFixed(4)); // all digits that were sent
  });
  if (covered) root.querySelector(".looking").textContent = "What it looked at is covered until you have guessed.";
  else tell(root.querySelector(".looking"), view, place, weights);
  view.weights = weights;
  if (place === view.pinned) view.guess.show();
}

// The weights of the token that is shown; a question mark for each while they are covered.
/** @param {ComparisonView} view */
function lookLines({ comparison, weights, shown }) {
  const chip = comparison.cards[shown.card].chips[shown.token];
  return [
    ["source token", `weight, to say ${chip?.text ?? ""}`],
    ...comparison.source.map(({ text }, position) => [text, csvNumber(weights[position] ?? Number.NaN)]),
  ];
}

/** @param {ComparisonView} view */
function weightsOf(view, { card, token }) {
  const { comparison, layer, head } = view;
  const { chips, attention } = comparison.cards[card];
  const keys = comparison.source.length;
  if (token >= chips.length) return [];
  const heads = head === null ? [...Array(comparison.heads).keys()] : [head];
  return comparison.source.map((_, key) => {
    const total = heads.reduce(
      (sum, each) => sum + attention[((layer * comparison.heads + each) * chips.length + token) * keys + key],
      0,
    );
    return total / heads.length / comparison.scale;
  });
}

/** @param {ComparisonView} view */
function tell(line, view, { card, token }, weights) {
  const { comparison } = view;
  const chip = comparison.cards[card].chips[token];
  if (!chip) {
    line.replaceChildren();
    return;
  }
  const strongest = weights
    .map((weight, position) => ({ weight, text: comparison.source[position].text }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, 3)
    .filter(({ weight }, rank) => rank === 0 || weight >= 0.05);
  line.replaceChildren(
    "To say ",
    element("b", "", `“${chip.text}”`),
    " (probability ",
    element("span", "number", Math.exp(chip.logProbability).toFixed(3)),
    `), ${comparison.cards[card].title.toLowerCase()} looked mostly at `,
    ...strongest.flatMap(({ weight, text }, rank) => [
      rank ? (rank === strongest.length - 1 ? " and " : ", ") : "",
      element("b", "", `“${text}”`),
      " ",
      element("span", "number", weight.toFixed(2)),
    ]),
    ".",
  );
}

// The choice stands in the address, so that a link shows what its sender saw. No rerun: the server need not know.
/** @param {ComparisonView} view */
function rememberChoice(view, comparison, chosen) {
  const address = new URL(window.location.href);
  if (chosen) {
    const { card, token } = view.pinned;
    const name = comparison.cards[card].name === "greedy" ? ".greedy" : "";
    address.searchParams.set("focus", `cross.${view.layer}.${view.head ?? "mean"}.${token}${name}`);
  } else if (address.searchParams.has("focus")) {
    address.searchParams.delete("focus");
  } else {
    return;
  }
  writeAddress(address);
}

function step(event, row, token) {
  const all = [...row.querySelectorAll(".chip")];
  const goal = { ArrowLeft: token - 1, ArrowRight: token + 1, Home: 0, End: all.length - 1 }[event.key];
  if (goal === undefined || !all[goal]) return;
  event.preventDefault();
  all[goal].focus();
}
