// Two translations side by side, and what each of their words looks at.
//
// Everything typed or translated is set with textContent: it is text, whatever it looks like. Hovering, choosing a
// token, a layer or a head happens here, from data already sent.

import { writeAddress } from "../../../widgets/address.js";
import { addWeightLabel, buildChip, shade } from "../../../widgets/chips.js";
import { choice, numbers } from "../../../widgets/choice.js";
import { copyButton } from "../../../widgets/copy_button.js";
import { csvNumber } from "../../../widgets/csv.js";
import { buildTrack, element, vector } from "../../../widgets/elements.js";
import { guessBox } from "../../../widgets/guess.js";
import { ensureView } from "../../../widgets/mount.js";
import { formatSigned, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { icon } from "../icon.js";
import { openingToken } from "../opening_token.js";
import { lookPlace, lookQuestion } from "./guess.js";
import { drawThreads } from "./threads.js";
import "./compare.css";

export default function comparisonComponent({ data, parentElement }) {
  const view = /** @type {ComparisonView} */ (ensureView(parentElement, { layer: null, head: null }));
  view.observer?.disconnect();
  draw(view, data);
  const { observer } = view;
  return () => observer?.disconnect(); // a drawing that is cleaned up late must not affect the newer one
}

/** @param {ComparisonView} view @param {ComparisonFacts} comparison */
function draw(view, comparison) {
  const { root } = view;
  begin(view, comparison);
  view.comparison = comparison;
  view.pin = (place) => {
    view.pinned = place;
    rememberChoice(view);
    light(view, place);
  };
  view.guess = guessBox({
    page: "Translate",
    ask: () => lookQuestion(view, readWeights(view, view.pinned)),
    changed: () => light(view, view.pinned),
  });
  view.sourceChips = comparison.source.map(({ note, ...chip }, position) => {
    const made = buildChip("span", chip, comparison.source[position + 1], { title: note || null });
    made.classList.toggle("noted", Boolean(note));
    return addWeightLabel(made);
  });
  view.cardChips = comparison.cards.map((card, index) => cardChips(view, card, index));
  view.threads = vector("svg", "threads overlay", { "aria-hidden": "true" });
  view.looking = element("p", "looking one-line quiet");
  const { divergence, partedAt, cards, others } = comparison;
  root.replaceChildren(
    view.threads,
    sourceBox(view),
    element("div", "cards", ...cards.map((card, index) => cardBox(view, card, view.cardChips[index]))),
    element(
      "div",
      "divergence",
      icon(partedAt === null ? "agree" : "fork"),
      element("div", "", `${divergence.sentence} `, element("span", "hint", divergence.verdict)),
    ),
  );
  if (others.length) root.append(othersBox(others));
  mark(view, view.pinned);
  makeSavable(root, { name: "Two translations, and what a token looks at", lines: () => lookLines(view) });
  // It reports after layout and before painting: drawing the threads sooner would make the browser lay out the page
  // twice.
  view.observer = new ResizeObserver(() => drawThreads(view));
  view.observer.observe(root);
}

// What is in focus: first the address's focus, then the visitor's choice; a new sentence begins at its own token.
/** @param {ComparisonView} view @param {ComparisonFacts} comparison */
function begin(view, comparison) {
  const { source, cards, focus, layers, heads, alignedLayer } = comparison;
  const signature = JSON.stringify(
    [source, ...cards.map(({ chips }) => chips)].map((row) => row.map(({ text }) => text)),
  );
  const first = view.signature === undefined;
  if (first && focus) Object.assign(view, { layer: focus.layer, head: focus.head });
  if (view.layer === null || view.layer >= layers) view.layer = alignedLayer;
  if (view.head !== null && view.head >= heads) view.head = null;
  if (signature === view.signature) return;
  view.signature = signature;
  const beam = cards.length - 1;
  const mean = { comparison, layer: alignedLayer, head: null };
  const looks = cards[beam].chips.map((_, token) => readWeights(mean, { card: beam, token }));
  view.pinned = { card: beam, token: openingToken(cards[beam].chips, source, (token, key) => looks[token][key]) };
  if (first && focus) view.pinned = { card: cards.findIndex(({ name }) => name === focus.card), token: focus.token };
  else if (!first) forgetChoice();
}

/** @param {ComparisonView} view */
function sourceBox(view) {
  const { language, layers, heads } = view.comparison;
  const picker = (name, options, key) =>
    choice(name, options, view[key], (chosen) => {
      view[key] = chosen;
      rememberChoice(view);
      light(view, view.pinned);
    });
  const hint = `point at a ${language.name} token to see where it looks; click to pin`;
  const bar = element(
    "div",
    "bar",
    element("div", "title", element("h2", "", "The encoder reads"), element("span", "hint", hint)),
    picker("Decoder layer", numbers(layers), "layer"),
    picker("Head", [["mean", null], ...numbers(heads)], "head"),
    view.guess.switch,
  );
  return element("section", "source", bar, view.guess.card, view.looking, element("div", "chips", ...view.sourceChips));
}

/** @param {ComparisonView} view @param {ComparedCard} card @param {Element[]} chips */
function cardBox(view, card, chips) {
  const { code } = view.comparison.language;
  const name = `${card.title}: tokens; choose one to see where it looks`;
  const row = element("div", "chips", { role: "group", "aria-label": name }, ...chips);
  row.addEventListener("scroll", () => drawThreads(view), { passive: true });
  const look = card.text ? "translation serif" : "translation serif nothing";
  return element(
    "article",
    `card panel stack ${card.name}`,
    element(
      "header",
      "",
      element("h2", "", card.title),
      element("span", "rule hint", card.rule),
      copyButton(card.text),
    ),
    element("p", look, { lang: code, dir: "auto" }, card.text || "(no words)"),
    row,
    statistics(card),
  );
}

/** @param {ComparisonView} view @param {ComparedCard} card @param {number} index */
function cardChips(view, card, index) {
  const here = (place) => () => light(view, place ?? view.pinned);
  const made = card.chips.map((chip, token) => {
    const place = { card: index, token };
    const probability = Math.exp(chip.logProbability);
    const parted = token === view.comparison.partedAt;
    const button = buildChip(
      "button",
      chip,
      card.chips[token + 1],
      {
        title: `probability ${short(probability, 4)}, log-probability ${formatSigned(chip.logProbability, 4)}`,
        pointerenter: here(place),
        pointerleave: here(),
        focus: here(place),
        blur: here(),
        click: () => view.pin(place),
        keydown: (event) => step(event, made, token),
      },
      parted && icon("fork"),
      buildTrack(probability, "probability"),
    );
    button.classList.toggle("parted", parted);
    return button;
  });
  return made;
}

/** @param {ComparedCard} card */
function statistics({ chips, logProbability, penalty, score, finished }) {
  const divided = `${formatSigned(logProbability, 3)} ÷ ${penalty.toFixed(3)}`;
  const formula = `log-probability ÷ ((5 + ${chips.length}) ÷ 6)^α = ${divided}`;
  const rows = [
    ["score", formatSigned(score, 3), formula],
    ["log-probability", formatSigned(logProbability, 3), "the sum over all tokens"],
    ["tokens", String(chips.length), finished ? "including the end" : "stopped at the length limit"],
  ];
  const pairs = rows.map(([name, value, title]) =>
    element("div", "", { title }, element("dt", "fine-print", name), element("dd", "mono", value)),
  );
  return element("dl", "numbers", ...pairs);
}

/** @param {ComparisonFacts["others"]} hypotheses */
function othersBox(hypotheses) {
  const plural = hypotheses.length > 1 ? "translations" : "translation";
  const rows = hypotheses.map(({ text, score, logProbability, tokens }) => [
    text,
    formatSigned(score, 3),
    formatSigned(logProbability, 3),
    String(tokens),
  ]);
  const table = plainTable(["translation", "score", "log-prob.", "tokens"], rows);
  return element("details", "", element("summary", "", `The beam’s ${hypotheses.length} other ${plural}`), table);
}

// Show what one token looks at, with the threads.
/** @param {ComparisonView} view */
function light(view, place) {
  mark(view, place);
  drawThreads(view);
}

// What one token looks at: a shade and a number on every source chip, and the strongest in words.
/** @param {ComparisonView} view */
function mark(view, place) {
  view.shown = place;
  const isAt = ({ card, token }, index, at) => card === index && token === at;
  view.cardChips.forEach((chips, card) => {
    chips.forEach((chip, token) => {
      const pinned = isAt(view.pinned, card, token);
      chip.classList.toggle("shown", isAt(place, card, token));
      chip.setAttribute("aria-pressed", String(pinned));
      chip.tabIndex = (view.pinned.card === card ? pinned : token === 0) ? 0 : -1;
    });
  });
  const covered = view.guess.covers(lookPlace(view, place));
  view.weights = covered ? [] : readWeights(view, place);
  view.sourceChips.forEach((chip, position) => {
    shade(chip, view.weights[position] ?? null, (weight) => weight.toFixed(4)); // all digits sent
  });
  const words = covered ? ["Guess first: where it looked is hidden until you do."] : describeAttention(view, place);
  view.looking.replaceChildren(...words);
  if (place === view.pinned) view.guess.show();
}

// The weights of the token shown, with question marks while they are covered.
/** @param {ComparisonView} view */
function lookLines({ comparison, weights, shown }) {
  const chip = comparison.cards[shown.card].chips[shown.token];
  return [
    ["source token", `weight, to write ${chip?.text ?? ""}`],
    ...comparison.source.map(({ text }, position) => [text, csvNumber(weights[position] ?? Number.NaN)]),
  ];
}

/** @param {Pick<ComparisonView, "comparison" | "layer" | "head">} view @returns {number[]} */
function readWeights({ comparison, layer, head }, { card, token }) {
  const { chips, attention } = comparison.cards[card];
  const keys = comparison.source.length;
  if (token >= chips.length) return [];
  const heads = head === null ? [...Array(comparison.heads).keys()] : [head];
  const rowAt = (each) => ((layer * comparison.heads + each) * chips.length + token) * keys;
  return comparison.source.map(
    (_, key) => sum(heads.map((each) => attention[rowAt(each) + key])) / heads.length / comparison.scale,
  );
}

/** @param {ComparisonView} view @returns {(Node | string)[]} */
function describeAttention({ comparison, weights }, { card, token }) {
  const { chips, title } = comparison.cards[card];
  if (!chips[token]) return [];
  const { text: said, logProbability } = chips[token];
  const strongest = weights
    .map((weight, position) => ({ weight, text: comparison.source[position].text }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, 3)
    .filter(({ weight }, rank) => rank === 0 || weight >= 0.05);
  const number = (value, digits) => element("span", "mono", value.toFixed(digits));
  return [
    "To write ",
    element("b", "", `“${said}”`),
    " (probability ",
    number(Math.exp(logProbability), 3),
    `), ${title.toLowerCase()} looked mostly at `,
    ...strongest.flatMap(({ weight, text }, rank) => [
      rank ? (rank === strongest.length - 1 ? " and " : ", ") : "",
      element("b", "", `“${text}”`),
      " ",
      number(weight, 2),
    ]),
    ".",
  ];
}

// The address records the choice, so that a link shows what its sender saw. No rerun: the server need not know.
/** @param {ComparisonView} view */
function rememberChoice({ comparison, layer, head, pinned: { card, token } }) {
  const name = comparison.cards[card].name === "greedy" ? ".greedy" : "";
  const address = new URL(window.location.href);
  address.searchParams.set("focus", `cross.${layer}.${head ?? "mean"}.${token}${name}`);
  writeAddress(address);
}

function forgetChoice() {
  const address = new URL(window.location.href);
  if (!address.searchParams.has("focus")) return;
  address.searchParams.delete("focus");
  writeAddress(address);
}

function step(event, chips, token) {
  const right = getComputedStyle(chips[token].parentElement).direction === "rtl" ? -1 : 1;
  const goal = { ArrowLeft: token - right, ArrowRight: token + right, Home: 0, End: chips.length - 1 }[event.key];
  if (goal === undefined || !chips[goal]) return;
  event.preventDefault();
  chips[goal].focus();
}
