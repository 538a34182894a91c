// Word by word: what has to wait for what, step by step, and how far back a loss reaches.

import { numberFromUrl, setUrlParam } from "../../../widgets/address.js";
import { buildChip } from "../../../widgets/chips.js";
import { depthNow } from "../../../widgets/depth.js";
import { element, say } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { markPlayer, pause, play, playerBar, playerKeys } from "../../../widgets/player.js";
import { pythonBox } from "../../../widgets/python.js";
import { gradientsBox, showGradients } from "./gradients.js";
import { buildHeadline, drawReaders, pictureBox } from "./picture.js";
import { makeReaders, sentenceDone, wordDone } from "./readers.js";
import "../../../widgets/equation_and_code.css";
import "./one_after_another.css";

export default mountOnData((/** @type {WaitingView} */ view, { facts, tensors }) => {
  if (view.timer) pause(view);
  Object.assign(view, { facts, tensors });
  const [words, tokens] = [facts.source.length, facts.target.length];
  view.readers = makeReaders(words, facts.layers);
  view.length = Math.max(...view.readers.map((reader) => sentenceDone(reader, words))) + 1;
  view.step = facts.layers; // the Transformer's encoder is done
  view.word = numberFromUrl("word_at", { least: 1, most: words, fallback: Math.max(1, words - 2) }) - 1;
  view.token = numberFromUrl("token_at", { least: 1, most: tokens, fallback: Math.min(3, tokens) }) - 1;
  view.go = (step) => {
    view.step = step;
    showReading(view);
  };
  view.choose = (word) => {
    view.word = word;
    setUrlParam("word_at", String(word + 1));
    showAll(view);
  };
  view.ask = (token) => {
    view.token = token;
    setUrlParam("token_at", String(token + 1));
    showAll(view);
  };
  view.sources = facts.source.map((token, at) =>
    buildChip("button", token, facts.source[at + 1], { click: () => view.choose(at) }),
  );
  const later = { "data-from": "understand" };
  const code = pythonBox(facts.snippet.title, facts.snippet.code);
  view.root.replaceChildren(
    buildHeadline(view),
    playerBar(view),
    element("div", "chips", { role: "group", "aria-label": "The word that waits", ...later }, ...view.sources),
    pictureBox(view),
    gradientsBox(view),
    element("div", "", { "data-from": "prove" }, code),
  );
  showAll(view);
  view.root.onkeydown = (event) => playerKeys(view, event);
  view.observer?.disconnect();
  view.observer = new ResizeObserver(() => drawReaders(view));
  view.observer.observe(view.root);
  if (depthNow() === "look" && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    view.step = 0;
    play(view);
  }
  return () => pause(view);
});

/** @param {WaitingView} view */
function showAll(view) {
  press(view.sources, view.word);
  press(view.targets, view.token);
  showReading(view);
  showGradients(view);
}

function press(chips, chosen) {
  for (const [at, chip] of chips.entries()) {
    chip.classList.toggle("now", at === chosen);
    chip.setAttribute("aria-pressed", String(at === chosen));
  }
}

/** @param {WaitingView} view */
function showReading(view) {
  markPlayer(view, `step ${view.step} of ${view.length - 1}`);
  say(view.line, describeStep(view));
  drawReaders(view);
}

/** @param {WaitingView} view */
function describeStep({ facts, step, word, readers }) {
  const { source, layers } = facts;
  const words = source.length;
  const [one, two, all] = readers;
  const read = Math.min(step, words);
  const done = step >= layers ? "is done" : `is done with ${step} of its ${layers} layers`;
  const waited = readers.map((reader) => wordDone(reader, word));
  return (
    `After step ${step} the recurrent reader has read ${read} of ${words}; the Transformer’s encoder ${done}. ` +
    `The whole sentence takes them ${sentenceDone(one, words)} steps (two readers at once: ${sentenceDone(two, words)}) and ` +
    `${sentenceDone(all, words)}. “${source[word].text}” is done in step ${waited[0]}, ${waited[1]} and ${waited[2]}.`
  );
}
