// All products of the number in focus, for a pocket calculator: a table that opens, and can be copied.

import { copyButton } from "../../widgets/copy_button.js";
import { element } from "../../widgets/elements.js";
import { full, stored } from "../../widgets/numbers.js";
import { cellInFocus, cellName, inputLetter, makingOf, QKV, tokenOf } from "./numbers.js";
import { powered } from "./product.js";

/** @param {ProjectionsView} view */
export function productTable(view, place) {
  const details = element("details", "products");
  const summary = element("summary");
  const copy = copyButton(() => productText(view), "Copy the products as CSV");
  const bar = element("p", "hint");
  bar.append(
    element(
      "span",
      "",
      "The weights as they are stored, the others to the digits that hold in 32 bits; the last line adds the bias. " +
        "As comma-separated values, with all digits: ",
    ),
    copy,
  );
  const box = element("div", "scroll sideways");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "The products");
  const table = element("table", "figures");
  box.append(table);
  details.append(summary, bar, box);
  place.append(details);
  const fill = () => {
    if (details.open) table.replaceChildren(...productRows(view));
  };
  details.addEventListener("toggle", fill);
  return {
    update() {
      const cell = cellInFocus(view);
      summary.textContent =
        `All ${view.sizes.D} products of ${cellName(cell)} of “${tokenOf(view.now, cell).text}”, for a pocket ` +
        `calculator`;
      fill();
    },
  };
}

/** @param {ProjectionsView} view */
function productHeader(view) {
  const cell = cellInFocus(view);
  const input = inputLetter(view.now, cell.which).toLowerCase();
  const { letter } = QKV[cell.which];
  return ["d", `${input}[${cell.row}, d]`, `W^${letter}[d, ${cell.column}]`, "product", "sum so far"];
}

/** @param {ProjectionsView} view */
function productNumbers(view) {
  const { input, factors, products, bias, total } = makingOf(view.now, cellInFocus(view));
  let sum = 0;
  const lines = products.map((product, index) => {
    sum += product;
    return [index, input[index], factors[index], product, sum];
  });
  return [...lines, ["bias", "", bias, bias, total]];
}

/** @param {ProjectionsView} view */
function productText(view) {
  return [productHeader(view).map((name) => `"${name}"`), ...productNumbers(view)]
    .map((line) => line.join(","))
    .join("\n");
}

/** @param {ProjectionsView} view */
function productRows(view) {
  const head = element("thead");
  const names = element("tr");
  names.append(...productHeader(view).map((name) => heading(name)));
  const { which, column } = cellInFocus(view);
  names.children[2].replaceChildren(...powered("W", QKV[which].letter), `[d, ${column}]`);
  head.append(names);
  const body = element("tbody");
  body.append(
    ...productNumbers(view).map(([index, ...numbers]) => {
      const line = element("tr");
      const first = element("th", "", String(index));
      first.scope = "row";
      // The second number of a line is a weight.
      const told = numbers.map((number, place) => (number === "" ? "" : place === 1 ? stored(number) : full(number)));
      line.append(first, ...told.map((words) => element("td", "mono", words)));
      return line;
    }),
  );
  return [head, body];
}

export function heading(name) {
  const made = element("th", "", name);
  made.scope = "col";
  return made;
}
