// The laboratory: the changes active and on offer, and both versions side by side. Only a new
// change calls the server.

import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { brokenBox } from "./broken.js";
import { changesBox, firstChanges, offersBox } from "./changes.js";
import { attentionBox, probabilityBox, translationsBox } from "./worlds.js";
import "./laboratory.css";

export default mountOnData((/** @type {LaboratoryView} */ view, { facts, tensors }) => {
  Object.assign(view, { facts, tensors });
  // The edit as text with one more change or, if it is active already, without it.
  view.toggle = (written) => {
    const now = facts.changes.map(({ edit }) => edit);
    const rest = now.filter((each) => each !== written);
    view.trigger("edit", (rest.length < now.length ? rest : [...now, written]).join(","));
  };
  const open = /** @type {HTMLDetailsElement | null} */ (view.root.querySelector(".offers"))?.open;
  const within = /** @type {Document | ShadowRoot} */ (view.root.getRootNode());
  const choosing = within.activeElement?.closest(".first-changes");
  view.root.replaceChildren(
    firstChanges(view),
    changesBox(view),
    translationsBox(view),
    element(
      "div",
      "deeper stack",
      { "data-from": "understand" },
      brokenBox(view),
      offersBox(view, open),
      probabilityBox(facts),
      attentionBox(view),
    ),
  );
  if (choosing) /** @type {HTMLElement} */ (view.root.querySelector(".first-changes [aria-checked=true]")).focus();
});
