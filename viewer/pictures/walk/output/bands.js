// Columns, one a position, side by side in bands under a title.

import { element } from "../../../widgets/elements.js";

export function buildTitle(title, shape, words, ...parts) {
  const named = [element("h3", "", title), element("span", "shape", shape), element("p", "hint", words)];
  return element("section", "part stack", element("header", "flow", ...named), ...parts);
}

// Room for the longest token, within reason, and so much around it.
/** @param {OutputView} view */
export function columnWidth(view, around) {
  const longest = Math.max(...[...view.tokens.target, ...view.tokens.output].map(({ text: word }) => word.length));
  return around + 7.6 * Math.min(Math.max(longest, 4), 10);
}

// Columns in as many bands as the width needs; each band begins with the rows' names.
export function buildBands(names, { columns, least, leads, arranged = () => {} }) {
  const box = element("div", `bands stack small ${names}`);
  let across = 0;
  const arrange = () => {
    const beginning = /** @type {HTMLElement | null} */ (box.querySelector(".leads"));
    const room = box.clientWidth - (beginning?.offsetWidth || 130);
    if (room <= 0) return;
    const most = Math.max(1, Math.floor(room / least));
    const wanted = Math.ceil(columns.length / Math.ceil(columns.length / most));
    if (wanted !== across) {
      across = wanted;
      const bands = [];
      for (let from = 0; from < columns.length; from += across) {
        const shown = [element("div", "leads", ...leads()), ...columns.slice(from, from + across)];
        bands.push(element("div", "band", { style: `--across: ${across}` }, ...shown));
      }
      box.replaceChildren(...bands);
    }
    arranged();
  };
  new ResizeObserver(arrange).observe(box);
  return box;
}
