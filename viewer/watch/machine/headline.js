// The translation in large letters, and how far to trust it; why is one click away.

import { copyButton } from "../../widgets/copy_button.js";
import { element } from "../../widgets/elements.js";
import { icon } from "../icon.js";

/** @param {MachineFacts} facts */
export function headline({ text, language, trust }) {
  return element(
    "header",
    "headline",
    element("p", "translation", { lang: language.code, dir: "auto" }, text || "(no words)"),
    copyButton(text),
    element(
      "details",
      `trust ${trust.level}`,
      { open: trust.level !== "good" },
      element("summary", "badge", icon(trust.level), trust.title),
      element("p", "reasons", trust.reasons.join(" ")),
    ),
  );
}
