// The player: play, pause, step, drag, keyboard. It knows the number of steps and calls `view.go(step)`.

import { choice } from "./choice.js";
import { element, setAttributes, vector } from "./elements.js";
import "./player.css";

const SPEEDS = { slow: 1600, normal: 800, fast: 350 }; // milliseconds a step

// `simple` has no single-step buttons and no speed: the keys go step by step.
/** @param {Played} view */
export function playerBar(view, simple = false) {
  const button = (icon, label, click) => {
    const attributes = { type: "button", "data-icon": icon, title: label, "aria-label": label, click };
    return element("button", "knob", attributes, playerIcon(icon));
  };
  const input = () => {
    pause(view);
    view.go(Number(view.slider.value));
  };
  view.playButton = button("play", "Play (space)", () => (view.timer ? pause(view) : play(view)));
  view.slider = element("input", "", { type: "range", min: 0, max: view.length - 1, "aria-label": "Step", input });
  view.count = element("span", "count mono");
  const bar = (...parts) => element("section", "player panel", { "aria-label": "Player" }, ...parts);
  if (simple) return bar(view.playButton, view.slider, view.count);
  return bar(
    button("first", "To the first step (Home)", () => jump(view, 0)),
    button("back", "One step back (←)", () => jump(view, view.step - 1)),
    view.playButton,
    button("next", "One step forward (→)", () => jump(view, view.step + 1)),
    button("last", "To the last step (End)", () => jump(view, view.length - 1)),
    view.slider,
    view.count,
    choice("Speed", Object.entries(SPEEDS), view.pace ?? SPEEDS.normal, (pace) => {
      view.pace = pace;
      if (view.timer) play(view);
    }),
  );
}

/** @param {Played} view */
export function markPlayer(view, place = `step ${view.step + 1} of ${view.length}`, at = view.step) {
  view.slider.value = String(at);
  view.slider.setAttribute("aria-valuetext", place);
  view.count.textContent = place;
}

/** @param {Played} view */
export function jump(view, step) {
  pause(view);
  view.go(Math.min(Math.max(step, 0), view.length - 1));
}

// `ended` is called when it reaches the last step, or the one given.
/** @param {Played} view */
export function play(view, ended = () => {}, last = view.length - 1) {
  pause(view);
  if (view.step === view.length - 1) view.go(0);
  view.timer = setInterval(() => {
    // The page may have gone while it played.
    if (view.root.isConnected && view.step < last) return view.go(view.step + 1);
    pause(view);
    return ended();
  }, view.pace ?? SPEEDS.normal);
  showPlaying(view, true);
}

/** @param {Played} view */
export function pause(view) {
  clearInterval(view.timer);
  view.timer = null;
  showPlaying(view, false);
}

/** @param {Played} view */
function showPlaying(view, playing) {
  const label = playing ? "Pause (space)" : "Play (space)";
  view.playButton.replaceChildren(playerIcon(playing ? "pause" : "play"));
  setAttributes(view.playButton, { title: label, "aria-label": label });
}

/** @param {Played} view */
export function playerKeys(view, event) {
  const typed = event.composedPath()[0];
  if (["INPUT", "SELECT", "TEXTAREA"].includes(typed.tagName) || typed.closest?.("[role=radiogroup], canvas")) return;
  if (event.key === " " && typed.tagName !== "BUTTON") view.playButton.click();
  else if (event.key in { ArrowLeft: 0, ArrowRight: 0 }) jump(view, view.step + (event.key === "ArrowLeft" ? -1 : 1));
  else if (event.key === "Home") jump(view, 0);
  else if (event.key === "End") jump(view, view.length - 1);
  else return;
  event.preventDefault();
}

const PLAYER_SHAPES = {
  first: "M6 5v14M19 5 9 12l10 7Z",
  back: "M17 5 7 12l10 7Z",
  play: "M7 4 19 12 7 20Z",
  pause: "M8 5v14M16 5v14",
  next: "M7 5 17 12 7 19Z",
  last: "M18 5v14M5 5l10 7-10 7Z",
};

function playerIcon(name) {
  const path = vector("path", "", { d: PLAYER_SHAPES[name] });
  return vector("svg", "", { viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
}
