// Columns, one a position, side by side in bands under a title.

import { element } from "../../widgets/elements.js";

export function titled(title, shape, words) {
  const section = element("section", "part");
  const header = element("header");
  header.append(element("h3", "", title), element("span", "shape", shape), element("p", "hint", words));
  section.append(header);
  return section;
}

// Room for the longest token, within reason, and so much around it.
/** @param {OutputView} view */
export function columnWidth(view, around) {
  const longest = Math.max(...[...view.tokens.target, ...view.tokens.output].map(({ text: word }) => word.length));
  return around + 7.6 * Math.min(Math.max(longest, 4), 10);
}

// Columns side by side, one a position, in as many bands as the width needs; each band begins with the rows' names.
export function bandsOf({ count, least, leads, column, arranged = (_box) => {} }) {
  const box = element("div", "bands");
  const columns = [...Array(count).keys()].map(column);
  let across = 0;
  const arrange = () => {
    const lead = box.firstChild?.firstChild?.offsetWidth ?? 0;
    const room = box.clientWidth - (lead || 130);
    if (room <= 0) return;
    const most = Math.max(1, Math.floor(room / least));
    const wanted = Math.ceil(count / Math.ceil(count / most));
    if (wanted !== across) {
      across = wanted;
      const bands = [];
      for (let from = 0; from < count; from += across)
        bands.push(bandOf(leads(), columns.slice(from, from + across), across));
      box.replaceChildren(...bands);
    }
    arranged(box);
  };
  new ResizeObserver(arrange).observe(box);
  return { box, columns };
}

function bandOf(lead, columns, across) {
  const band = element("div", "band");
  band.style.setProperty("--across", across);
  lead.classList.add("leads");
  band.append(lead, ...columns);
  return band;
}
