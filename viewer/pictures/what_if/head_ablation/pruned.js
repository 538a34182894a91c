// Heads removed one after another: BLEU against heads kept.

import { element, say } from "../../../widgets/elements.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";

// `corpora()` is the choice of the held-out set, if there are several.
/** @param {HeadAblationView} view @param {HeldOutCosts} heldOut */
export function buildPruned(view, heldOut, corpora) {
  const told = element("p", "told");
  const bar = element("div", "choices");
  view.prunedChart ??= plotlyChart(); // kept, so that another corpus redraws the same picture
  const hint =
    "From left to right, more and more heads are zeroed, the least important first. By measured loss: first the head " +
    "whose own removal costs least held-out loss. By gradient: first the head whose switch changes the loss least " +
    "(Michel et al. 2019). At random: three orders. Each head is ranked once, with all others in place, on the " +
    "chart’s own sentences; two heads that do the same job are missed only when both are gone.";
  const title = element("h3", "", "How many heads can go?");
  const parts = [title, bar, told, view.prunedChart.element, element("p", "hint", hint)];
  const box = element("section", "pruned stack", ...parts);
  const draw = () => {
    const { chart, words } = heldOut.pruning[view.corpus];
    bar.replaceChildren(...corpora());
    say(told, words);
    view.prunedChart.draw(chart);
  };
  return { element: box, draw };
}
