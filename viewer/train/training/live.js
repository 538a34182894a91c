// Training: the run that the server tells of every second. What stays the same is built once; each refreshing puts new
// numbers into it, so that nothing jumps and a pointer stays where it was.

import { element } from "../../widgets/elements.js";
import { mounted } from "../../widgets/mount.js";
import { clock, count, short } from "../../widgets/numbers.js";
import { drawCurves, lossBox, smallBox } from "./curves.js";
import { attentionBox, forcingBox, saysBox, showSays, showSnapshot } from "./sentence.js";
import { untrainedWords } from "./untrained.js";
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

export default mounted(show, { built: "" });

/** @param {LiveView} view */
function show(view, { facts, tensors }) {
  Object.assign(view, { facts, tensors });
  // Another run, or the model just made: its tokens are another picture.
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
  const list = element("ol", "plan");
  const { vocabulary, untrained } = /** @type {LiveWaitingFacts} */ (/** @type {LiveFacts} */ (view.facts));
  for (const [title, words] of [
    [
      "The sentence pairs are prepared.",
      "In each round the model sees all English-French pairs that people wrote, and half of those that a grammar " +
        `made. They are cut into the tokens of a vocabulary of ${count(vocabulary)}. This takes some seconds.`,
    ],
    ["A model with random weights begins.", `Its translation is nonsense. ${untrainedWords(untrained, vocabulary)}`],
    [
      "It learns, and you watch.",
      "Every second you see loss, learning rate, gradient and speed; every few seconds how it translates the " +
        "sentence that you watch, where its attention looks, and the loss of each token.",
    ],
    ["You can use the model.", "Choose it on any page of this server, like the models that ship, or download it."],
  ]) {
    const item = element("li");
    item.append(element("b", "", title), document.createTextNode(` ${words}`));
    list.append(item);
  }
  view.root.replaceChildren(list);
}

/** @param {LiveView} view */
function buildRun(view) {
  view.strip = stripBox();
  view.tiles = tilesBox(view.facts.smoothedOver);
  const first = element("div", "pair");
  first.append(lossBox(view), saysBox(view));
  const parts = [view.strip.element, view.tiles.element, first];
  view.heat = null;
  if (view.facts.model) {
    const second = element("div", "pair");
    const left = element("div", "stack");
    left.append(forcingBox(view), smallBox(view));
    second.append(left, attentionBox(view));
    parts.push(second);
  } else {
    parts.push(smallBox(view));
  }
  view.root.replaceChildren(...parts);
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

// ---- where the run stands
function stripBox() {
  const box = element("div", "strip");
  const state = element("b", "state");
  const track = element("div", "track");
  const bar = element("i");
  track.append(bar);
  track.setAttribute("role", "progressbar");
  track.setAttribute("aria-label", "Time of training spent");
  const time = element("span", "mono time");
  const words = element("p", "hint words");
  words.setAttribute("aria-live", "polite");
  box.append(state, track, time, words);
  return { element: box, state, track, bar, time, words };
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
  strip.words.textContent = wordsOf(facts);
}

function wordsOf({ state, sentence, saved, model, now, settings }) {
  if (state === "preparing") return `${sentence} …`;
  if (state === "failed") return sentence;
  if (state === "finished" || state === "stopped") {
    const learned = saved
      ? `It learned from ${count(now.target_tokens)} French tokens. Its model is “${saved}”: choose it at the top ` +
        "right, here or on any other page."
      : "It was stopped before it had learned anything, so there is no model.";
    return `${sentence} ${learned}`.trim();
  }
  const sizes =
    `${count(model.parameters)} parameters: ${settings.layers} + ${settings.layers} layers, width ` +
    `${settings.width}, ${settings.heads} heads, vocabulary ${count(model.vocabulary)}`;
  const threads = model.threads === 1 ? "1 thread" : `${model.threads} threads`;
  return (
    `${sizes}. ${count(model.pairs)} sentence pairs, ` +
    `${threads}.${model.cut ? " The sentence you watch was cut to 40 tokens." : ""}`
  );
}

function tilesBox(smoothedOver) {
  const box = element("dl", "tiles");
  const values = {};
  for (const [key, name, title] of [
    ["step", "Step", "Updates of the weights"],
    ["raw", "Loss", "Of the last step alone: nats per token, label smoothing included"],
    ["loss", "Loss, smoothed", `A running mean over about ${smoothedOver} steps`],
    ["held", "Validation loss", "On held-out pairs, without label smoothing: nats per token"],
    ["bleu", "BLEU", "Of greedy translations of the held-out pairs of the grammar, 0 to 100"],
    ["rate", "Learning rate", "Of the last step"],
    ["norm", "Gradient norm", "Length of the gradient before it is cut to 1"],
    ["speed", "Tokens a second", "French tokens learned from, padding not counted; a running mean"],
  ]) {
    const tile = element("div", "tile");
    tile.title = title;
    values[key] = element("dd", "mono", "–");
    tile.append(element("dt", "", name), values[key]);
    box.append(tile);
  }
  return { element: box, values };
}

/** @param {LiveView} view */
function showTiles({ tiles: { values }, facts: { now, validation } }) {
  const put = (key, text) => {
    values[key].textContent = text;
  };
  put("step", now ? count(now.step) : "–");
  put("raw", now ? now.loss.toFixed(2) : "–");
  put("loss", now ? now.smoothed_loss.toFixed(2) : "–");
  put("rate", now ? short(now.learning_rate) : "–");
  put("norm", now ? short(now.gradient_norm) : "–");
  put("speed", now ? count(Math.round(now.speed)) : "–");
  put("held", validation ? validation.loss.toFixed(2) : "–");
  put("bleu", validation ? validation.bleu.toFixed(1) : "–");
}
