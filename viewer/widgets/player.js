// The player: play, pause, step, drag, keyboard. It knows the number of steps and calls `view.go(step)`.

import { choice } from "./choice.js";
import { element, vector } from "./elements.js";
import "./player.css";

const SPEEDS = [
  ["slow", 1600],
  ["normal", 800],
  ["fast", 350],
];

// `simple` has no single steps and no speed: the keys go step by step.
/** @param {Played} view */
export function playerBar(view, simple = false) {
  const bar = element("section", "player");
  bar.setAttribute("aria-label", "Player");
  const button = (name, label, act) => {
    const made = element("button", "knob");
    made.type = "button";
    made.title = label;
    made.setAttribute("aria-label", label);
    made.append(playerIcon(name));
    made.addEventListener("click", act);
    return made;
  };
  view.playButton = button("play", "Play (space)", () => (view.timer ? pause(view) : play(view)));
  const slider = element("input");
  Object.assign(slider, { type: "range", min: 0, max: view.length - 1, step: 1 });
  slider.setAttribute("aria-label", "Step");
  slider.addEventListener("input", () => {
    pause(view);
    view.go(Number(slider.value));
  });
  view.slider = slider;
  view.count = element("span", "count mono");
  if (simple) {
    bar.append(view.playButton, slider, view.count);
    return bar;
  }
  bar.append(
    button("first", "To the first step (Home)", () => jump(view, 0)),
    button("back", "One step back (←)", () => jump(view, view.step - 1)),
    view.playButton,
    button("next", "One step on (→)", () => jump(view, view.step + 1)),
    button("last", "To the last step (End)", () => jump(view, view.length - 1)),
    slider,
    view.count,
    choice("Speed", SPEEDS, view.pace ?? SPEEDS[1][1], (pace) => {
      view.pace = pace;
      if (view.timer) play(view);
    }),
  );
  return bar;
}

/** @param {Played} view */
export function markPlayer(view, place = `step ${view.step + 1} of ${view.length}`) {
  view.slider.value = String(view.step);
  view.slider.setAttribute("aria-valuetext", place);
  view.count.textContent = place;
}

/** @param {Played} view */
export function jump(view, step) {
  pause(view);
  view.go(Math.min(Math.max(step, 0), view.length - 1));
}

// `ended` is called when it has reached the last step.
/** @param {Played} view */
export function play(view, ended = () => {}) {
  pause(view);
  if (view.step === view.length - 1) view.go(0);
  view.timer = setInterval(() => {
    // The page may have gone while it played.
    if (view.root.isConnected && view.step + 1 < view.length) return view.go(view.step + 1);
    pause(view);
    return ended();
  }, view.pace ?? SPEEDS[1][1]);
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
  view.playButton.title = label;
  view.playButton.setAttribute("aria-label", label);
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
  const svg = vector("svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = vector("path");
  path.setAttribute("d", PLAYER_SHAPES[name]);
  svg.append(path);
  return svg;
}
