// How well each method links words, as it was measured; a click on a rate looks through that method.

import { element } from "../../widgets/elements.js";
import { METHODS, STEPS } from "./methods.js";

/** @param {AlignmentView} view */
export function ratesBox(view) {
  const { sets } = view.facts;
  const box = element("section", "errors methods", element("h3", "", "Which method links best"));
  view.markRates = () => {};
  if (!sets.length) {
    box.append(
      element("p", "hint", "The methods were not measured on this model: there are no pairs with known links for it."),
    );
    return box;
  }
  const buttons = [];
  const table = element("table", "rates");
  const head = element("tr");
  head.append(element("th", "", ""), ...sets.map(({ title, pairs }) => element("th", "", `${title}, ${pairs} pairs`)));
  table.append(head);
  for (const step of Object.keys(STEPS))
    for (const method of Object.keys(METHODS)) {
      const row = element("tr");
      row.append(element("th", "", `${METHODS[method].name}, ${STEPS[step].name}`));
      row.append(...sets.map((set) => rateCell(view, set, method, step, buttons)));
      table.append(row);
    }
  view.markRates = () => {
    for (const { button, shows } of buttons) button.setAttribute("aria-pressed", String(shows(view)));
  };
  box.append(element("div", "sideways", table), element("p", "hint", told(sets)));
  return box;
}

function rateCell(view, { best }, method, step, buttons) {
  const cell = element("td");
  const found = best.find((each) => each[0] === method && each[1] === step);
  if (!found) return cell;
  const [, , layer, head, rate] = found;
  const place =
    layer === null ? "all layers" : `layer ${layer + 1}, ${head === null ? "all heads" : `head ${head + 1}`}`;
  const button = element("button", "rate", { title: place }, `${(100 * rate).toFixed(1)} %`);
  button.style.setProperty("--quality", String(Math.max(0, 1 - rate)));
  if (found === best[0]) button.append(element("span", "", " ★"));
  button.addEventListener("click", () => view.setHead({ method, step, ...(layer === null ? {} : { layer, head }) }));
  const shows = (now) =>
    now.method === method && now.step === step && (layer === null || (now.layer === layer && now.head === head));
  buttons.push({ button, shows });
  cell.append(button, element("span", "hint where", place));
  return cell;
}

/** @param {MeasuredSet[]} sets */
function told(sets) {
  const bests = sets.map(({ title, best: [[method, step, , , rate]] }) => {
    const asked = `${METHODS[method].name} where the word is ${STEPS[step].name}`;
    return `on ${title}, ${asked} (${(100 * rate).toFixed(1)} %)`;
  });
  return (
    `Alignment error rate of each method at its best layer and head, lower is better. The best: ` +
    `${bests.join("; ")}. The page opens with the first.`
  );
}
