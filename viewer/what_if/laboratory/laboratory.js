// The laboratory: the changes active and on offer, the masks edited by hand, and both versions side by side. Only a new
// change calls the server.

import { mounted } from "../../widgets/mount.js";
import { changesBox, offersBox } from "./changes.js";
import { masksBox } from "./masks.js";
import { attentionBox, costBox, probabilityBox, translationsBox } from "./worlds.js";
import "./laboratory.css";

export default mounted((/** @type {LaboratoryView} */ view, { facts, tensors }) => {
  Object.assign(view, { facts, tensors });
  // The edit as text with one more change or, if it is active already, without it.
  view.toggle = (written) => {
    const now = facts.changes.map(({ edit }) => edit);
    const rest = now.filter((each) => each !== written);
    view.trigger("edit", (rest.length < now.length ? rest : [...now, written]).join(","));
  };
  const open = /** @type {HTMLDetailsElement | null} */ (view.root.querySelector(".offers"))?.open;
  view.root.replaceChildren(
    changesBox(view),
    translationsBox(facts),
    ...(facts.judged ? [costBox(facts.judged)] : []),
    offersBox(view, open),
    probabilityBox(view),
    attentionBox(view),
    masksBox(view),
  );
});
