// Error rates as measured, of every method and every head. Click one to use that method or head.

import { element } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { isHere, METHODS, MOMENTS } from "./methods.js";

/** @param {AlignmentView} view */
export function ratesBoxes(view) {
  view.rates = [];
  return [methodsBox(view), headsBox(view)];
}

/** @param {AlignmentView} view */
export function markRates(view) {
  for (const { button, change } of view.rates) {
    const shown = Object.entries(change).every(([name, value]) => view[name] === value);
    button.setAttribute("aria-pressed", String(shown));
    button.disabled = Boolean(change.method) && !isHere(view, change.method);
  }
}

// A rate that selects `change`: method and step, and if they matter, layer and head.
/** @param {AlignmentView} view */
function rateButton(view, rate, words, isBest, change, title) {
  const style = `--quality: ${Math.max(0, 1 - rate)}`;
  const click = () => view.set(change);
  const button = element("button", "rate", { title, style, click }, isBest ? `${words} ★` : words);
  view.rates.push({ button, change });
  return button;
}

/** @param {AlignmentView} view */
function methodsBox(view) {
  const { sets } = view.facts;
  const box = element("section", "", element("h3", "", "Which method links best"));
  if (!sets.length) {
    const missing = "The methods haven’t been measured on this model: it has no pairs with known links.";
    box.append(element("p", "hint", missing));
    return box;
  }
  const asked = Object.keys(MOMENTS).flatMap((step) => Object.keys(METHODS).map((method) => ({ method, step })));
  const rows = asked.map(({ method, step }) => [
    `${METHODS[method].name}, ${MOMENTS[step]}`,
    ...sets.map(({ best }) => {
      const found = best.find((each) => each[0] === method && each[1] === step);
      if (!found) return "";
      const [, , layer, head, rate] = found;
      const at = head === null ? "all heads" : `head ${head + 1}`;
      const where = layer === null ? "all layers" : `layer ${layer + 1}, ${at}`;
      const change = { method, step, ...(layer === null ? {} : { layer, head }) };
      const button = rateButton(view, rate, `${(100 * rate).toFixed(1)}%`, found === best[0], change, where);
      return element("span", "measured", button, element("span", "hint", where));
    }),
  ]);
  const bests = sets.map(({ title, best: [[method, step, , , rate]] }) => {
    return `on ${title}, ${METHODS[method].name} ${MOMENTS[step]} (${(100 * rate).toFixed(1)}%)`;
  });
  const hint =
    "Alignment error rate of each method at its best layer and head. Best " +
    `${bests.join(", and best ")}. The page opens with the first.`;
  const headings = sets.map(({ title, pairs }) => `error rate, lower is better: ${title}, ${pairs} pairs`);
  box.append(plainTable(["", ...headings], rows), element("p", "hint", hint));
  return box;
}

/** @param {AlignmentView} view */
export function bestHead({ facts }) {
  const rates = facts.headErrors.map(([layer, head, rate]) => ({ layer, head, rate }));
  return rates.sort((one, other) => one.rate - other.rate)[0];
}

/** @param {AlignmentView} view */
function headsBox(view) {
  const { headErrors, layerErrors, layers, heads, heldOut } = view.facts;
  const title = "How well each head aligns";
  const box = element("section", "", element("h3", "", title));
  if (!headErrors.length) {
    box.append(element("p", "hint", "This model’s heads haven’t been measured."));
    return box;
  }
  const best = bestHead(view);
  const rows = [...Array(layers).keys()].map((layer) => {
    /** @type {[number | null, number][]} */
    const rates = headErrors.filter(([each]) => each === layer).map(([, head, rate]) => [head, rate]);
    if (layerErrors?.[layer] !== undefined) rates.push([null, layerErrors[layer]]);
    const buttons = rates.map(([head, rate]) => {
      const isBest = best.layer === layer && best.head === head;
      const change = { method: "attention", step: "written", layer, head };
      return rateButton(view, rate, rate.toFixed(3), isBest, change, `error rate ${rate}`);
    });
    return [`layer ${layer + 1}`, ...buttons];
  });
  const headings = [...Array(heads).keys()].map((head) => `head ${head + 1}`);
  if (layerErrors) headings.push("mean of heads");
  const hints = [
    "Alignment error rate: 1 − 2 |A ∩ S| ÷ (|A| + |S|), where A are the links found and S the true ones (Och and Ney " +
      `2003). Measured as each word is written, on ${heldOut} from the grammar, which knows the true links. ` +
      "Punctuation doesn’t count.",
    lowestRate(view.facts),
    `The best is head ${best.head + 1} of layer ${best.layer + 1}, marked ★. Click a number to see its links.`,
  ];
  const table = makeSavable(plainTable(["", ...headings], rows), { name: title });
  box.append(table, ...hints.map((words) => element("p", "hint", words)));
  return box;
}

// Why 0 is out of reach.
/** @param {AlignmentFacts} facts */
function lowestRate({ leastHeadError: least, language, wordForTwo: example }) {
  if (least === null) return "";
  const such = example ? `, such as “${example[0]}” for “${example[1]}”` : "";
  return (
    `The lowest rate possible here is ${least.toFixed(3)}, not 0: each ${language} word gets at most one link, but ` +
    `some translate several English words${such}.`
  );
}
