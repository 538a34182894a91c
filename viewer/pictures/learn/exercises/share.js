// Below the exercises: a report of the answers.

import { element } from "../../../widgets/elements.js";
import { allGuesses } from "../../../widgets/guesses.js";
import { mountOnData } from "../../../widgets/mount.js";
import { save } from "../../../widgets/save.js";
import { reportPage } from "./report.js";

export default mountOnData((/** @type {ShareView} */ view, { facts }) => {
  view.facts = facts;
  const page = () => new Blob([`<!doctype html>\n${reportPage(view).outerHTML}`], { type: "text/html" });
  const click = () => save(report, "glassformer-report.html", page);
  const report = element("button", "button share-report", { type: "button", click }, "Download report");
  const count = allGuesses().length;
  const guessed = count ? ` and ${count} on the pictures` : "";
  const hint = `A single page that works offline: sentence, translation, your answers${guessed}.`;
  view.root.replaceChildren(report, element("p", "hint", hint));
});
