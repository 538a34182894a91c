// Training: the run, as the server reports it every second. What stays the same is built once; each refresh only
// updates the numbers, so that nothing jumps and the pointer keeps its place.

import { element, say } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { clock, count, short } from "../../../widgets/numbers.js";
import { markRightWords } from "../inked_words.js";
import { drawCurves, lossBox, smallBox } from "./curves.js";
import { attentionBox, forcingBox, saysBox, showSays, showSnapshot } from "./sentence.js";
import { describeUntrained } from "./untrained.js";
import "./live.css";

const STATES = {
  preparing: "Preparing",
  running: "Learning",
  paused: "Paused",
  saving: "Saving",
  stopped: "Stopped",
  finished: "Finished",
  failed: "Failed",
};

export default mountOnData(show, { built: "" });

/** @param {LiveView} view */
function show(view, { facts, tensors }) {
  Object.assign(view, { facts, tensors });
  // A different run, or a new model: different tokens make a different picture.
  const shape =
    facts.state === "none"
      ? "none"
      : facts.model
        ? JSON.stringify([facts.settings, facts.model.source, facts.model.target])
        : "preparing";
  if (view.built !== shape) {
    view.built = shape;
    if (shape === "none") buildWaiting(view);
    else buildRun(view);
  }
  if (shape !== "none") showRun(view);
}

// Before the first run: what will happen.
/** @param {LiveView} view */
function buildWaiting(view) {
  const { vocabulary, untrained, minutes, recorded } = /** @type {LiveWaitingFacts} */ (
    /** @type {LiveFacts} */ (view.facts)
  );
  const steps = [
    [
      "The sentence pairs are prepared.",
      "In each round the model sees all human-written English-French pairs and half of the generated ones, cut into " +
        `the tokens of a vocabulary of ${count(vocabulary)}. This can take half a minute.`,
    ],
    ["A model starts with random weights.", `Its translation is nonsense. ${describeUntrained(untrained, vocabulary)}`],
    [
      "It learns while you watch.",
      "Every second you see loss, learning rate, gradient and speed; every few seconds, how it translates your " +
        "sentence, where its attention looks, and the loss of each token.",
    ],
    ["You can use the model.", "Choose it on any page, alongside the built-in models, or download it."],
  ];
  const items = steps.map(([title, words]) => element("li", "", element("b", "", title), ` ${words}`));
  const plan = element("ol", "plan stack", { "data-from": "understand" }, ...items);
  view.root.replaceChildren(buildRecordedBox(minutes, recorded), plan);
}

// At Look: how another training went.
/** @param {number} minutes @param {LiveWaitingFacts["recorded"]} recorded */
function buildRecordedBox(minutes, { sentence, reference, rows }) {
  const takes = `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  const lines = rows.map(({ seconds, translation }) =>
    element(
      "li",
      "",
      element("span", "mono", clock(seconds)),
      element("span", "serif one-line", { lang: "fr" }, ...markRightWords(translation, reference)),
    ),
  );
  return element(
    "section",
    "recorded stack",
    { "data-at": "look" },
    element("p", "look-headline", `From noise to a translation in about ${takes}.`),
    element("p", "", "Recorded earlier, for ", element("span", "english", `“${sentence}”`), ":"),
    element("p", "hint", "Grey: words that a person’s translation doesn’t have."),
    element("ol", "", ...lines),
  );
}

/** @param {LiveView} view */
function buildRun(view) {
  view.strip = stripBox();
  view.tiles = tilesBox(view.facts.smoothedOver);
  view.tiles.element.dataset.from = "understand";
  view.heat = null;
  const deeper = { "data-from": "understand" };
  const below = () =>
    element(
      "div",
      "pair side-by-side",
      deeper,
      element("div", "stack", forcingBox(view), smallBox(view)),
      attentionBox(view),
    );
  view.root.replaceChildren(
    view.strip.element,
    view.tiles.element,
    element("div", "pair side-by-side", lossBox(view), saysBox(view)),
    view.facts.model ? below() : smallBox(view),
  );
  view.pinned = null;
  view.listed = "";
}

/** @param {LiveView} view */
function showRun(view) {
  showStrip(view);
  showTiles(view);
  drawCurves(view);
  showSays(view);
  if (view.facts.model) showSnapshot(view);
}

// ---- the state of the run
function stripBox() {
  const state = element("b", "state");
  const bar = element("i");
  const track = element("div", "track", { role: "progressbar", "aria-label": "Training time used" }, bar);
  const time = element("span", "mono time");
  const words = element("p", "hint words", { "aria-live": "polite" });
  return { element: element("div", "strip", state, track, time, words), state, track, bar, time, words };
}

/** @param {LiveView} view */
function showStrip({ strip, facts }) {
  const limit = facts.settings.minutes * 60;
  const spent = Math.min(limit, facts.now?.seconds ?? 0);
  strip.element.dataset.state = facts.state;
  strip.state.textContent = STATES[facts.state];
  strip.bar.style.width = facts.state === "preparing" ? "" : `${(100 * spent) / limit}%`;
  strip.track.setAttribute("aria-valuenow", String(Math.round((100 * spent) / limit)));
  const left = { running: `${clock(limit - spent)} left`, paused: `${clock(limit - spent)} left` }[facts.state];
  strip.time.textContent = `${clock(spent)} of ${clock(limit)}${left ? `, ${left}` : ""}`;
  say(strip.words, describeState(facts));
}

function describeState({ state, sentence, saved, model, now, settings }) {
  if (state === "preparing") return `${sentence} …`;
  if (state === "failed") return sentence;
  if (state === "finished" || state === "stopped") {
    const learned = saved
      ? `It learned from ${count(now.target_tokens)} French tokens. Its model is “${saved}”: choose it at the top ` +
        "right, on any page."
      : "It was stopped before it had learned anything, so there is no model.";
    return `${sentence} ${learned}`.trim();
  }
  const sizes =
    `${count(model.parameters)} parameters: ${settings.layers} + ${settings.layers} layers, width ` +
    `${settings.width}, ${settings.heads} heads, vocabulary ${count(model.vocabulary)}`;
  const threads = model.threads === 1 ? "1 thread" : `${model.threads} threads`;
  return (
    `${sizes}. ${count(model.pairs)} sentence pairs, ${threads}.` +
    (model.cut ? " The sentence you watch was cut to 40 tokens." : "")
  );
}

// The numbers of a run as tiles: each with its name, meaning and value, or "–" if it has none yet.
/** @type {[string, string, (facts: LiveRunFacts) => string | undefined][]} */
const TILES = [
  ["Step", "Updates of the weights", ({ now }) => now && count(now.step)],
  ["Loss", "Last step only: nats per token, including label smoothing", ({ now }) => now?.loss.toFixed(2)],
  ["Loss, smoothed", "A running mean over about {} steps", ({ now }) => now?.smoothed_loss.toFixed(2)],
  [
    "Validation loss",
    "On held-out pairs, without label smoothing: nats per token",
    ({ validation }) => validation?.loss.toFixed(2),
  ],
  [
    "BLEU",
    "Greedy translations of the grammar’s held-out pairs, 0 to 100",
    ({ validation }) => validation?.bleu.toFixed(1),
  ],
  ["Learning rate", "Of the last step", ({ now }) => now && short(now.learning_rate)],
  ["Gradient norm", "Length of the gradient before clipping to 1", ({ now }) => now && short(now.gradient_norm)],
  [
    "Tokens per second",
    "French tokens learned from, not counting padding; a running mean",
    ({ now }) => now && count(Math.round(now.speed)),
  ],
];

function tilesBox(smoothedOver) {
  const values = TILES.map(() => element("dd", "mono"));
  const tiles = TILES.map(([name, meaning], at) =>
    element(
      "div",
      "tile",
      { title: meaning.replace("{}", String(smoothedOver)) },
      element("dt", "fine-print one-line", name),
      values[at],
    ),
  );
  return { element: element("dl", "tiles panel", ...tiles), values };
}

/** @param {LiveView} view */
function showTiles({ tiles, facts }) {
  TILES.forEach(([, , written], at) => {
    tiles.values[at].textContent = written(facts) ?? "–";
  });
}
