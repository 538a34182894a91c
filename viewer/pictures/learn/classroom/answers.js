// The button that saves all answers of a class as a table; the server sends them when it is asked to.

import { csvChoice, csvFile } from "../../../widgets/csv_file.js";
import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { save } from "../../../widgets/save.js";

export default mountOnData((/** @type {AnswersView} */ view, { facts: { asked, lines, file } }) => {
  if (!view.root.firstChild) {
    const click = () => {
      view.asked = Date.now();
      view.trigger("wanted", view.asked);
    };
    const button = element("button", "button", { type: "button", click }, "Download answers (CSV)");
    view.root.append(button, csvChoice());
  }
  if (asked && asked === view.asked) save(view.root.children[1], file, () => csvFile(lines));
});
