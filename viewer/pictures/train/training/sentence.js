// The watched sentence: the model's translation, large, and those before.

import { element } from "../../../widgets/elements.js";
import { clock, count } from "../../../widgets/numbers.js";
import { APART, writeWordDiff } from "../../../widgets/word_diff.js";

/** @param {LiveView} view */
export function saysBox(view) {
  const { reads, writes } = view.facts.settings;
  view.sourceLine = element("p", "english", { lang: reads.length === 2 ? reads : null });
  view.nowLine = element("p", "now serif", { lang: writes.length === 2 ? writes : null });
  view.referenceLine = element("p", "hint reference");
  view.unsureLine = element("p", "hint unsure");
  return element("section", "says-now stack", view.sourceLine, view.nowLine, view.referenceLine, view.unsureLine);
}

/** @param {LiveView} view */
export function historyBox(view) {
  const label = "Its translations so far, the latest first";
  view.history = element("ol", "history", { tabindex: 0, "aria-label": label });
  return element("section", "earlier", element("h3", "", "So far, latest first"), view.history);
}

// When this was written, and the loss of this pair in words.
/** @param {LiveRunFacts["snapshots"][number]} snapshot @param {LiveRunFacts["settings"]} settings */
function tellLoss({ seconds, loss }, { vocabulary }) {
  const [among, token] = [Math.exp(loss), vocabulary === 1 ? "letter" : "token"];
  const written = among < 10 ? among.toFixed(1) : count(Math.round(among));
  const unsure = among < 1.05 ? "hardly unsure" : `as unsure as among ${written} equally likely ${token}s`;
  return `At ${clock(seconds)}. Loss of this pair: ${loss.toFixed(2)} nats per ${token}, ${unsure}.`;
}

/** @param {LiveView} view */
export function showSays(view) {
  const { snapshots, settings } = view.facts;
  view.sourceLine.textContent = settings.sentence;
  view.referenceLine.textContent = `Goal: ${settings.reference} (${APART})`;
  const last = snapshots.at(-1);
  view.nowLine.replaceChildren(last ? "" : "…");
  writeWordDiff(view.nowLine, last?.pieces ?? [], "ins");
  view.unsureLine.textContent = last ? tellLoss(last, settings) : "";
  const rows = snapshots.map(({ seconds, pieces }) => {
    const said = element("span", "one-line");
    writeWordDiff(said, pieces, "ins");
    return element("li", "", element("span", "mono", clock(seconds)), said);
  });
  const from = view.history.scrollTop;
  view.history.replaceChildren(...rows.reverse());
  view.history.scrollTop = from;
}
