// The translation in large letters, and how far to trust it; why is one click away.

import { copyButton } from "../../widgets/copy_button.js";
import { element } from "../../widgets/elements.js";
import { icon } from "../icon.js";

// Until the server has said how far to trust it, what it said of the sentence before is greyed.
/** @param {MachineFacts} facts @param {MachineSent["trust"]} before */
export function headline({ text, language, trust }, before) {
  const shown = trust ?? before;
  return element(
    "header",
    "headline",
    element("p", "translation", { lang: language.code, dir: "auto" }, text || "(no words)"),
    copyButton(text),
    element(
      "details",
      `trust ${shown.level}`,
      { open: shown.level !== "good", inert: !trust },
      element("summary", "badge", icon(shown.level), shown.title),
      element("p", "reasons", shown.reasons.join(" ")),
    ),
  );
}
