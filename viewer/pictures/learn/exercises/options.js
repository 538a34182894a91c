// What an exercise shows: the pieces of a sentence, to look at or to tap, attention as pictures, and once it is answered,
// how much each option got.

import { part } from "../../../transport/payload.js";
import { buildChip, coverChip } from "../../../widgets/chips.js";
import { AS_IS, element } from "../../../widgets/elements.js";
import { labelledBars } from "../../../widgets/labelled_bars.js";
import { matrix } from "../../../widgets/matrix.js";
import { mountOnData } from "../../../widgets/mount.js";
import { percent } from "../../../widgets/numbers.js";
import "./options.css";

export default mountOnData(
  (view, { facts: { options = [], shares = [], right, chips = [], marked, seen, grids = [] }, tensors }) => {
    const rows = options.map((name, at) => ({
      name,
      value: shares[at],
      written: percent(shares[at] ?? 0),
      ours: name === right,
    }));
    const chip = (text) =>
      buildChip("button", { text, joined: false, special: false }, undefined, {
        type: "button",
        click: () => view.trigger("chosen", text),
      });
    const looked = chips.map((each, at) => {
      const made = buildChip("span", each, chips[at + 1]);
      made.classList.toggle("parted", at === marked);
      coverChip(made, each, chips[at + 1], at >= (seen ?? chips.length));
      return made;
    });
    const pictures = grids.map((name) =>
      matrix({
        name,
        rows: { title: "looks", labels: null, meaning: "query" },
        columns: { title: "at", labels: null, meaning: "key" },
        scale: "weights",
        cell: [3, 16],
      }),
    );
    const shown = [
      chips.length && element("div", "chips", AS_IS, ...looked),
      grids.length && element("div", "grids", ...pictures.map((picture) => picture.element)),
      shares.length && labelledBars({ title: "", rows }, 1),
      !shares.length && options.length && element("div", "chips", AS_IS, ...options.map(chip)),
    ];
    view.root.replaceChildren(...shown.filter(Boolean));
    for (const [at, name] of grids.entries()) pictures[at].draw(part(/** @type {Tensor} */ (tensors[name])));
  },
);
