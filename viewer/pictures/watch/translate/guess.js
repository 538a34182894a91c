// The question about a translation's token before its threads appear: which English token did it look at most?

import { joinChips, whichLargest } from "../../../widgets/guesses.js";
import { short } from "../../../widgets/numbers.js";

/** @param {ComparisonView} view */
export function lookPlace({ comparison, layer, head }, { card, token }) {
  const { chips } = comparison.cards[card];
  const said = chips.map(({ text }) => text).join(" ");
  return { place: `${layer}.${head ?? "mean"}.${token} of ${said}`, sentence: joinChips(comparison.source) };
}

// `weights` are those of the pinned token.
/** @param {ComparisonView} view */
export function lookQuestion(view, weights) {
  const { comparison, layer, head, pinned } = view;
  const { chips } = comparison.cards[pinned.card];
  if (!chips[pinned.token]) return null;
  const names = comparison.source.map(({ text }) => text);
  const { options, right, best } = whichLargest(weights, names);
  const heads = head === null ? "all heads together" : `head ${head + 1}`;
  const asked = chips[pinned.token].text;
  const next = (pinned.token + 1) % chips.length;
  return {
    ...lookPlace(view, pinned),
    words:
      `When the model wrote “${asked}”, which token of the source did it look at most (layer ${layer + 1}, ` +
      `${heads})?`,
    options,
    right,
    told: `For “${asked}” it looked at “${options[right]}” with weight ${short(weights[best])}.`,
    onward: { name: "Next token →", go: () => view.pin({ card: pinned.card, token: next }) },
  };
}
