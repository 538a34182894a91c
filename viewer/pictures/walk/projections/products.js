// All products of the number in focus, for a pocket calculator: a table that opens.

import { element, region, say, setAttributes } from "../../../widgets/elements.js";
import { formatStored, full } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { cellInFocus, cellName, inputLetter, QKV, readMaking, tokenOf } from "./numbers.js";

const HINT = "Weights as stored; the other numbers to the digits that 32 bits get right; the last line adds the bias.";

// A letter with a power, such as W^Q.
export const withPower = (letter, power) => element("span", "", letter, element("sup", "", power));

/** @param {ProjectionsView} view */
export function productTable(view) {
  const [summary, place] = [element("summary", "quiet"), element("div")];
  const fill = () => details.open && place.replaceChildren(buildTable(view));
  const details = element("details", "products", { toggle: fill }, summary, element("p", "hint", HINT), place);
  return {
    element: details,
    update() {
      const cell = cellInFocus(view);
      say(
        summary,
        `All ${view.sizes.D} products of ${cellName(cell)} of “${tokenOf(view.now, cell).text}”, for a pocket ` +
          `calculator`,
      );
      fill();
    },
  };
}

/** @param {ProjectionsView} view */
function headings(view) {
  const { which, row, column } = cellInFocus(view);
  const input = inputLetter(view.now, which).toLowerCase();
  return ["d", `${input}[${row}, d]`, `W^${QKV[which].letter}[d, ${column}]`, "product", "sum so far"];
}

/** @param {ProjectionsView} view */
function linesOf(view) {
  const { input, factors, products, bias, total } = readMaking(view.now, cellInFocus(view));
  let sum = 0;
  const lines = products.map((product, index) => {
    sum += product;
    return [index, input[index], factors[index], product, sum];
  });
  return [...lines, ["bias", "", bias, bias, total]];
}

/** @param {ProjectionsView} view */
function buildTable(view) {
  const { which, column } = cellInFocus(view);
  const [d, input, , ...others] = headings(view);
  const weight = element("span", "", withPower("W", QKV[which].letter), `[d, ${column}]`);
  const written = (number, place) => (number === "" ? "" : place === 1 ? formatStored(number) : full(number));
  const table = plainTable(
    [d, input, weight, ...others],
    linesOf(view).map(([name, ...numbers]) => [String(name), ...numbers.map(written)]),
  );
  setAttributes(table, region("The products"));
  return table;
}
