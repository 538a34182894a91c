// Training: the run, as the server reports it every second. What stays the same is built once; each refresh only
// updates the numbers, so that nothing jumps and the pointer keeps its place.

import { copyButton } from "../../../widgets/copy_button.js";
import { element, say } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { clock, count } from "../../../widgets/numbers.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";
import { historyBox, saysBox, showSays } from "./sentence.js";
import { showTrial, trialBox } from "./trial.js";
import "./live.css";

const STATES = {
  waiting: "Waiting",
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
function show(view, { facts }) {
  view.facts = facts;
  if (view.built !== facts.run) buildRun(view);
  showStrip(view);
  view.loss.draw(facts.loss);
  showSays(view);
  showTrial(view);
}

/** @param {LiveView} view */
function buildRun(view) {
  view.built = view.facts.run;
  view.strip = stripBox(view);
  view.root.replaceChildren(
    view.strip.element,
    saysBox(view),
    element("div", "pair side-by-side", historyBox(view), trialBox(view)),
    lossBox(view),
  );
}

/** @param {LiveView} view */
function lossBox(view) {
  view.loss = plotlyChart();
  const told =
    `Of the pairs that it learns from. Pale: every step. Blue: a running mean over about ${view.facts.smoothedOver} steps. Both include label ` +
    "smoothing and dropout; the loss on held-out pairs doesn’t, so it can be lower.";
  const parts = [element("h3", "", "Loss"), view.loss.element, element("p", "hint", told)];
  return element("section", "loss", { "data-from": "understand" }, ...parts);
}

// ---- the state of the run
/** @param {LiveView} view */
function stripBox({ facts }) {
  const state = element("b", "state");
  const bar = element("i");
  const track = element("div", "track", { role: "progressbar", "aria-label": "Training time used" }, bar);
  const time = element("span", "mono time");
  const words = element("p", "hint words", { "aria-live": "polite" });
  const link = `${location.origin}${location.pathname}?run=${encodeURIComponent(facts.run)}`;
  const share = element("p", "hint share", "Everybody with this link watches the same run: ");
  share.append(copyButton(link, "Copy the link"));
  return { element: element("div", "strip", state, track, time, words, share), state, track, bar, time, words };
}

/** @param {LiveView} view */
function showStrip({ strip, facts }) {
  const limit = facts.settings.minutes * 60;
  const spent = Math.min(limit, facts.now?.seconds ?? 0);
  const idle = ["waiting", "preparing"].includes(facts.state);
  strip.element.dataset.state = facts.state;
  strip.state.textContent = STATES[facts.state];
  strip.bar.style.width = idle ? "" : `${(100 * spent) / limit}%`;
  strip.track.setAttribute("aria-valuenow", String(Math.round((100 * spent) / limit)));
  const left = { running: `${clock(limit - spent)} left`, paused: `${clock(limit - spent)} left` }[facts.state];
  strip.time.textContent = `${clock(spent)} of ${clock(limit)}${left ? `, ${left}` : ""}`;
  say(strip.words, describeState(facts));
}

/** @param {LiveRunFacts} facts */
function describeState({ state, sentence, saved, model, now, settings }) {
  if (state === "preparing") return `${sentence} …`;
  if (state === "finished" || state === "stopped") {
    const learned =
      saved && now
        ? `It learned from ${count(now.target_tokens)} ${settings.vocabulary === 1 ? "letters" : "tokens"} in ${count(now.step)} steps. Its model is “${saved}”: ` +
          "choose it at the top right of any page. Other tabs, and other people, need a link that has it."
        : "It was stopped before it had learned anything, so there is no model.";
    return `${sentence} ${learned}`.trim();
  }
  if (state === "failed" || state === "waiting" || !model) return sentence;
  const sizes =
    `${count(model.parameters)} parameters: ${settings.layers} + ${settings.layers} layers, width ` +
    `${settings.width}, ${settings.heads} heads, vocabulary ${count(model.vocabulary)}`;
  const threads = model.threads === 1 ? "1 thread" : `${model.threads} threads`;
  const pairs = `It learns from ${count(model.pairs)} pairs, and is tried on ${count(model.held_out)} that it never sees`;
  return `Step ${count(now?.step ?? 0)}. ${pairs}. ${sizes}, ${threads}.`;
}
