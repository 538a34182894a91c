// The pieces of a sentence that an exercise offers: chips to tap, and once it is answered, how much each of them got.

import { buildChip } from "../../../widgets/chips.js";
import { AS_IS, element } from "../../../widgets/elements.js";
import { labelledBars } from "../../../widgets/labelled_bars.js";
import { mountOnData } from "../../../widgets/mount.js";
import { percent } from "../../../widgets/numbers.js";

export default mountOnData((view, { facts: { options, shares, right } }) => {
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
  view.root.replaceChildren(
    shares.length ? labelledBars({ title: "", rows }, 1) : element("div", "chips", AS_IS, ...options.map(chip)),
  );
});
