// The translation in large letters, and how far to trust it; the reasons are one click away.

import { copyButton } from "../../../widgets/copy_button.js";
import { element } from "../../../widgets/elements.js";
import { icon } from "../icon.js";

const LONG = 160; // letters: longer texts are set smaller, so that the picture stays in view

// Until the server says how far to trust this translation, the previous verdict is greyed out. Without a server, there
// is no verdict on a typed sentence.
/** @param {MachineFacts} facts @param {MachineSent["trust"] | null} before */
export function headline({ text, language, trust }, before) {
  const shown = trust ?? before;
  return element(
    "header",
    "headline flow centred",
    element(
      "p",
      text.length > LONG ? "translation serif long" : "translation serif",
      { lang: language.code, dir: "auto" },
      text || "(no words)",
    ),
    copyButton(text),
    shown && trustBox(shown, Boolean(trust)),
  );
}

function trustBox({ level, title, reasons }, isKnown) {
  return element(
    "details",
    `trust ${level}`,
    { open: level !== "good", inert: !isKnown },
    element("summary", "badge", icon(level), title),
    element("p", "reasons", reasons.join(" ")),
  );
}
