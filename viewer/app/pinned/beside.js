// What a visitor has pinned beside what the page shows: both translations with what differs marked, and one attention
// of both, which follows the page's focus. The server is asked for another pin only.

import { onAddressChange } from "../../widgets/address.js";
import { element } from "../../widgets/elements.js";
import { guessing, onGuessing } from "../../widgets/guesses.js";
import { mounted } from "../../widgets/mount.js";
import { writeStretches } from "../../widgets/said.js";
import { bothAttentions } from "./attention.js";
import "./beside.css";

const COVERED = "Closed while you guess first: a pinned translation could give the answer away.";

export default mounted((/** @type {BesideView} */ view, { facts, tensors }) => {
  Object.assign(view, { facts, tensors });
  const box = element("section", "beside");
  box.setAttribute("aria-label", "Pinned beside the present one");
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

// What is pinned can be changed here: another model, the page's sentence or its own, exchanged, or gone.
/** @param {BesideView} view */
function head(view) {
  const { facts } = view;
  const bar = element("header", "pin-bar");
  const exchange = button("⇄ Exchange", "exchange", () => view.trigger("change", { do: "exchange" }));
  exchange.disabled = facts.exchange !== "" || facts.pinned.trouble !== "";
  exchange.title = facts.exchange || "What is pinned becomes the page's own, and the page's own is pinned";
  bar.append(
    element("h3", "", "Pinned beside the present one"),
    modelMenu(view),
    followSwitch(view),
    exchange,
    button("Unpin", "unpin", () => view.trigger("change", { do: "unpin" })),
  );
  if (facts.exchange) bar.append(element("p", "hint", facts.exchange));
  return bar;
}

function button(name, names, act) {
  const made = element("button", `copy ${names}`, name);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** @param {BesideView} view */
function modelMenu({ facts, trigger }) {
  const labelled = element("label", "menu", "Pinned model ");
  const menu = element("select");
  const known = facts.models.some(([name]) => name === facts.pinned.model);
  const models = known ? facts.models : [[facts.pinned.model, facts.pinned.name], ...facts.models];
  for (const [value, name] of models) menu.append(Object.assign(element("option", "", name), { value }));
  menu.value = facts.pinned.model;
  menu.addEventListener("change", () => trigger("change", { do: "model", model: menu.value }));
  labelled.append(menu);
  return labelled;
}

/** @param {BesideView} view */
function followSwitch({ facts, trigger }) {
  const labelled = element("label", "menu");
  const box = Object.assign(element("input"), { type: "checkbox", checked: facts.follows });
  box.addEventListener("change", () => trigger("change", { do: "follow" }));
  labelled.append(box, " on the page's sentence");
  return labelled;
}

/** @param {BesideView} view */
function bothTranslations({ facts }) {
  const both = element("div", "two");
  both.append(card("Pinned", "pinned", facts.pinned, "del"), card("Present", "present", facts.present, "ins"));
  const verdict = element("p", "verdict", facts.verdict);
  verdict.setAttribute("role", "status");
  return facts.verdict ? [both, verdict] : [both];
}

/**
 * @param {string} title
 * @param {BesideName} side
 * @param {BesideSide} shown
 * @param {"del" | "ins"} mark
 */
function card(title, side, { sentence, name, search, trouble, seen }, mark) {
  const box = element("section", `state ${side}`);
  const what = element("p", "hint");
  const changes = seen?.changes.length ? ` · ${seen.changes.join(", ")}` : "";
  what.append(element("b", "", title), ` · ${name} · ${search}${changes}`);
  box.append(what, element("p", "source", sentence));
  if (!seen) {
    box.append(element("p", "trouble", trouble));
    return box;
  }
  const said = element("p", "said");
  writeStretches(said, seen.text, mark);
  if (!seen.text.length) said.append(element("span", "nothing", "(nothing: it ends at once)"));
  box.append(said);
  return box;
}
