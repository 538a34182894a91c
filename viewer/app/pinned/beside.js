// What a visitor has pinned next to what the page shows: both translations with the differences marked, and one
// attention of each, which follows the page's focus. The server is needed only for another pin.

import { onAddressChange } from "../../widgets/address.js";
import { element } from "../../widgets/elements.js";
import { guessing, onGuessing } from "../../widgets/guesses.js";
import { mountOnData } from "../../widgets/mount.js";
import { writeWordDiff } from "../../widgets/word_diff.js";
import { bothAttentions } from "./attention.js";
import "./beside.css";

const COVERED = "Hidden while you guess first: a pinned translation could give the answer away.";

export default mountOnData((/** @type {BesideView} */ view, { facts, tensors }) => {
  Object.assign(view, { facts, tensors });
  const box = element("section", "beside panel stack", { "aria-label": "Pinned vs. current" });
  view.root.replaceChildren(box);
  /** @type {{ element: Element, refresh(): void } | null} */
  let attention = null;
  const draw = () => {
    attention = guessing() ? null : bothAttentions(view);
    box.replaceChildren(head(view), ...(guessing() ? [element("p", "hint", COVERED)] : bothTranslations(view)));
    if (attention) box.append(attention.element);
    attention?.refresh();
  };
  draw();
  const stops = [onAddressChange(() => attention?.refresh()), onGuessing(draw)];
  return () => {
    for (const stop of stops) stop();
  };
});

// You can change the pin here: another model, the page's sentence or its own, swap, or unpin.
/** @param {BesideView} view */
function head(view) {
  const { facts } = view;
  const exchange = button("⇄ Swap", "exchange", () => view.trigger("change", { do: "exchange" }));
  exchange.disabled = facts.exchange !== "" || facts.pinned.trouble !== "";
  exchange.title = facts.exchange || "Show the pinned one on the page, and pin what the page shows now";
  return element(
    "header",
    "pin-bar flow centred",
    element("h3", "", "Pinned vs. current"),
    modelMenu(view),
    followSwitch(view),
    exchange,
    button("Unpin", "unpin", () => view.trigger("change", { do: "unpin" })),
    facts.exchange && element("p", "hint", facts.exchange),
  );
}

function button(name, names, click) {
  return element("button", `copy ${names}`, { type: "button", click }, name);
}

/** @param {BesideView} view */
function modelMenu({ facts, trigger }) {
  const known = facts.models.some(([name]) => name === facts.pinned.model);
  const models = known ? facts.models : [[facts.pinned.model, facts.pinned.name], ...facts.models];
  const change = () => trigger("change", { do: "model", model: menu.value });
  const menu = element(
    "select",
    "",
    { change },
    ...models.map(([value, name]) => element("option", "", { value }, name)),
  );
  menu.value = facts.pinned.model;
  return element("label", "menu row quiet", "Pinned model ", menu);
}

/** @param {BesideView} view */
function followSwitch({ facts, trigger }) {
  const change = () => trigger("change", { do: "follow" });
  const box = element("input", "", { type: "checkbox", checked: facts.follows, change });
  return element("label", "menu row quiet", box, " on the page’s sentence");
}

/** @param {BesideView} view */
function bothTranslations({ facts }) {
  const cards = [card("Pinned", "pinned", facts.pinned, "del"), card("Current", "present", facts.present, "ins")];
  const both = element("div", "two", ...cards);
  return facts.verdict ? [both, element("p", "verdict", { role: "status" }, facts.verdict)] : [both];
}

/**
 * @param {string} title
 * @param {BesideName} side
 * @param {BesideSide} shown
 * @param {"del" | "ins"} mark
 */
function card(title, side, { sentence, name, search, trouble, seen }, mark) {
  const changes = seen?.changes.length ? ` · ${seen.changes.join(", ")}` : "";
  const text = element("p", seen ? "said serif" : "trouble");
  if (!seen) text.append(trouble);
  else if (seen.text.length) writeWordDiff(text, seen.text, mark);
  else text.append(element("span", "nothing", "(nothing: it ends right away)"));
  return element(
    "section",
    `state ${side}`,
    element("p", "hint", element("b", "", title), ` · ${name} · ${search}${changes}`),
    element("p", "source quiet", sentence),
    text,
  );
}
