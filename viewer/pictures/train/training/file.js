// A file of pairs: the browser reads it and sends its bytes as a message, so that no address takes a file.

import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";

export default mountOnData((view, { facts }) => {
  view.facts = facts;
  if (view.field) return;
  const change = async () => {
    const bytes = new Uint8Array(await view.field.files[0].slice(0, view.facts.most + 1).arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)); // latin-1, one letter a byte
    view.trigger("bytes", letters.join(""));
    view.field.value = "";
  };
  view.field = element("input", "", { type: "file", accept: ".tsv,.csv,.txt,text/*", change });
  view.root.replaceChildren(element("label", "hint", "Or a file with tabs, or CSV: ", view.field));
});
