// The watched sentence: the model's translation, large, and those before.

import { element } from "../../../widgets/elements.js";
import { clock, count } from "../../../widgets/numbers.js";
import { markRightWords } from "../inked_words.js";

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

// A loss in words. Letters of a word, or words, count alike: both are tokens.
/** @param {number} loss in nats per token, without label smoothing */
export function tellLoss(loss) {
  const among = Math.exp(loss);
  if (among < 1.05) return `Loss ${loss.toFixed(2)} nats per token: hardly unsure.`;
  const written = among < 10 ? among.toFixed(1) : count(Math.round(among));
  return `Loss ${loss.toFixed(2)} nats per token: as unsure as among ${written} equally likely tokens.`;
}

/** @param {LiveView} view */
export function showSays(view) {
  const { snapshots, settings } = view.facts;
  view.sourceLine.textContent = settings.sentence;
  view.referenceLine.textContent = `Goal: ${settings.reference}`;
  const inked = ({ translation }) => markRightWords(translation || "(nothing)", settings.reference);
  const last = snapshots.at(-1);
  view.nowLine.replaceChildren(...(last ? inked(last) : ["…"]));
  view.unsureLine.textContent = last ? tellLoss(last.loss) : "";
  const rows = snapshots.map((each) =>
    element("li", "", element("span", "mono", clock(each.seconds)), element("span", "one-line", ...inked(each))),
  );
  const from = view.history.scrollTop;
  view.history.replaceChildren(...rows.reverse());
  view.history.scrollTop = from;
}
