// Below the exercises: a link that gives a class this set, and a report of the answers.

import { wholeLink } from "../../../widgets/address.js";
import { copyButton } from "../../../widgets/copy_button.js";
import { element } from "../../../widgets/elements.js";
import { allGuesses } from "../../../widgets/guesses.js";
import { mountOnData } from "../../../widgets/mount.js";
import { save } from "../../../widgets/save.js";
import { reportPage } from "./report.js";
import "./share.css";

export default mountOnData((/** @type {ShareView} */ view, { facts }) => {
  view.facts = facts;
  const address = new URL(window.location.href);
  address.search = new URLSearchParams(facts.link).toString();
  const link = wholeLink(address);
  const shown = element("code", "class-link", { tabindex: 0 }, link);
  const row = element("div", "row", shown, copyButton(link, "Copy the link for a class"));
  const page = () => new Blob([`<!doctype html>\n${reportPage(view).outerHTML}`], { type: "text/html" });
  const click = () => save(report, "glassformer-report.html", page);
  const report = element("button", "button share-report", { type: "button", click }, "Download report");
  const count = allGuesses().length;
  const guessed = count ? ` and ${count} on the pictures` : "";
  view.root.replaceChildren(
    row,
    report,
    element("p", "hint", `A single page that works offline: sentence, translation, your answers${guessed}.`),
  );
});
