// The chosen place at Look: each of its tokens with the answer once its vector alone is copied; a click copies it.

import { buildChip } from "../../../widgets/chips.js";
import { element, say } from "../../../widgets/elements.js";
import { rove } from "../../../widgets/radio.js";
import { cellNumbers, placeName } from "./cells.js";

/** @param {PatchingView} view */
export function tokensBox(view) {
  const [one, other] = view.facts.tokens;
  view.lists = {
    how: element("p", "quiet"),
    row: element("div", "chips lists", { role: "toolbar", "aria-label": "Token whose list is copied" }),
  };
  const asks = element("h3", "", `Which token’s list turns “${one}” into “${other}”?`);
  return element("section", "stack", { "data-at": "look" }, asks, view.lists.how, view.lists.row);
}

// A different cell: of the same place another token is pressed, of another place are other tokens.
/** @param {PatchingView} view */
export function showTokens(view) {
  const { cell, facts, lists, grids } = view;
  const { stack, places } = grids[cell.index];
  const where = placeName(places[cell.row]);
  if (lists.where !== where) {
    const chips = stack === "encoder" ? facts.sentences[1].chips : facts.target;
    const made = chips.map((chip, column) => {
      const there = { ...cell, column };
      const flips = cellNumbers(view, there).difference < 0;
      const answer = element("span", flips ? "answer flips" : "answer", facts.tokens[flips ? 1 : 0]);
      return buildChip("button", chip, chips[column + 1], { click: () => view.pick(there) }, answer);
    });
    const [one, other] = facts.tokens;
    const asks = `Each list copied alone, ${where}: is “${one}” or “${other}” likelier then?`;
    say(lists.how, `${asks} Choose a token to copy its list.`);
    lists.row.replaceChildren(...rove(made));
    lists.where = where;
  }
  for (const [column, chip] of [...lists.row.children].entries())
    chip.setAttribute("aria-pressed", String(column === cell.column));
}
