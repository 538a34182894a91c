// How well each head of the decoder aligns where it writes a word: a table of error rates, each of them a way to the
// head.

import { element } from "../../widgets/elements.js";
import { savedAs } from "../../widgets/pictures.js";

/** @param {AlignmentView} view */
export function bestHead(view) {
  const rates = view.facts.headErrors.map(([layer, head, rate]) => ({ layer, head, rate }));
  return rates.sort((one, other) => one.rate - other.rate)[0];
}

/** @param {AlignmentView} view */
export function errorsBox(view) {
  const box = element("section", "errors");
  const { facts } = view;
  box.append(element("h3", "", "How well each head aligns"));
  if (!facts.headErrors.length) {
    box.append(element("p", "hint", "The heads of this model have not been measured."));
    return box;
  }
  const best = bestHead(view);
  const table = element("table", "rates");
  const scroller = element("div", "sideways", table);
  savedAs(scroller, { name: "How well each head aligns" });
  const head = element(
    "tr",
    "",
    element("th", "", ""),
    ...[...Array(facts.heads).keys()].map((each) => element("th", "", `head ${each + 1}`)),
    ...(facts.layerErrors ? [element("th", "", "mean of heads")] : []),
  );
  table.append(head);
  view.rateButtons = [];
  for (let layer = 0; layer < facts.layers; layer += 1) {
    const row = element("tr", "", element("th", "", `layer ${layer + 1}`));
    const rates = facts.headErrors.filter(([each]) => each === layer).map(([, each, rate]) => [each, rate]);
    const mean = facts.layerErrors?.[layer];
    for (const [each, rate] of [...rates, ...(mean === undefined ? [] : [[null, mean]])]) {
      const cell = element("td");
      const button = element("button", "rate", { title: `error rate ${rate}` }, rate.toFixed(3));
      button.style.setProperty("--quality", String(Math.max(0, 1 - rate)));
      if (best.layer === layer && best.head === each) button.append(element("span", "", " ★"));
      button.addEventListener("click", () => view.setHead({ method: "attention", step: "written", layer, head: each }));
      view.rateButtons.push([button, layer, each]);
      cell.append(button);
      row.append(cell);
    }
    table.append(row);
  }
  const hint = (words) => element("p", "hint", words);
  box.append(
    scroller,
    hint(
      `Alignment error rate: 1 − 2 |A ∩ S| ÷ (|A| + |S|), where A are the links found and S the true ones (Och and ` +
        `Ney 2003). Measured where each word is written, on ${facts.measured} of the grammar, which knows the true ` +
        `links. Punctuation is left out.`,
    ),
    hint(floorOf(facts)),
    hint(
      `The best head is head ${best.head + 1} of layer ${best.layer + 1}, marked ★. Click a number to look through ` +
        `that head.`,
    ),
  );
  return box;
}

// Why 0 is out of reach.
/** @param {AlignmentFacts} facts */
function floorOf({ leastHeadError: least, language, wordForTwo: example }) {
  if (least === null) return "";
  const said = example ? `, as “${example[0]}” does for “${example[1]}”` : "";
  return (
    `The lowest rate possible here is ${least.toFixed(3)}, not 0: each ${language} word gets one link at most, but ` +
    `some stand for several English words${said}.`
  );
}

/** @param {AlignmentView} view */
export function markErrors(view) {
  view.rateButtons?.forEach(([button, layer, head]) => {
    const shown = view.method === "attention" && view.step === "written";
    button.setAttribute("aria-pressed", String(shown && layer === view.layer && head === view.head));
  });
}
