// The sentence is the page's title: one types into it. Beside it stands its translation, with how far to trust it; below
// it where there is no room.

import { copyButton } from "../../../widgets/copy_button.js";
import { element } from "../../../widgets/elements.js";

const FIELD = ".st-key-sentence input";
const APART = 26; // pixels between the sentence and its translation

/** @param {FlightView} view */
export function titleOf(view) {
  const caret = element("span", "caret", { "aria-hidden": "true" });
  const hint = element("button", "type", { type: "button", click: () => fieldOf()?.focus() }, "type");
  const said = element("div", "said flow centred");
  const made = element("header", "headline", caret, hint, said);
  const show = (facts) => {
    place(facts.text); // first: once anything is written, the browser would have to lay it out to measure
    said.replaceChildren(...translation(facts, facts.trust ?? view.trusted));
  };
  // At an age of the recorded model the place stays that of the full model's words.
  const place = (text = said.querySelector(".translation")?.textContent ?? "") =>
    !view.isStill && besideField(view, made, { caret, hint, words: view.aged ? view.base.facts.text : text });
  for (const change of ["input", "focusin", "focusout"])
    document.addEventListener(change, (event) => event.target === fieldOf() && place(), true);
  document.fonts.addEventListener("loadingdone", () => place()); // until then other letters were measured
  document.addEventListener("opening", () => place()); // the field can come later than the title
  return { element: made, show, place };
}

const fieldOf = () => /** @type {HTMLInputElement | null} */ (document.querySelector(FIELD));

// Until the server says how far to trust this translation, the previous verdict is greyed out.
/** @param {FlightFacts} facts */
function translation({ text, language, trust }, shown) {
  const badge = shown && trustBox(shown, Boolean(trust));
  return [
    element("p", "translation serif", { lang: language.code, dir: "auto" }, text || "(no words)"),
    badge,
    copyButton(text),
  ].filter(Boolean);
}

function trustBox({ level, title, reasons }, isKnown) {
  return element(
    "details",
    `trust ${level}`,
    { inert: !isKnown },
    element("summary", "badge", title),
    element("p", "reasons", reasons.join(" ")),
  );
}

// Puts the title where the field's text ends, if both fit into one line.
/** @param {FlightView} view */
function besideField({ root, facts }, made, { caret, hint, words }) {
  const field = fieldOf();
  if (!field?.parentElement || !field.clientWidth || !root.clientWidth) return; // a page without a model hides it
  const box = field.getBoundingClientRect();
  const own = root.getBoundingClientRect();
  const style = getComputedStyle(field);
  const from = box.left - own.left + Number.parseFloat(style.paddingLeft);
  const isWriting = field.matches(":focus"); // else an empty field has yet to be given its text
  const written = field.value || (isWriting ? "" : (facts?.sentence ?? ""));
  const end = Math.min(from + lengthOf(written, style), own.width - 8);
  const begin = end + APART + 58; // after the word that says “type”
  const needs = lengthOf(words, style) + 190;
  const isBeside = begin + needs <= own.width;
  made.classList.toggle("beside", isBeside);
  made.style.setProperty("--end", `${Math.round(end)}px`);
  made.style.setProperty("--begin", `${Math.round(isBeside ? begin : Math.max(0, from))}px`);
  made.style.setProperty("--line", `${Math.round(box.top - own.top)}px`);
  made.style.setProperty("--high", `${Math.round(box.height)}px`);
  made.style.setProperty("--letters", style.fontSize);
  field.parentElement.style.maxWidth = isBeside ? `${Math.round(end - from + APART)}px` : ""; // clicks go to what is seen
  hint.hidden = isWriting;
  caret.hidden = hint.hidden || made.classList.toggle("full", end + 60 > own.width);
}

let pen;
function lengthOf(text, { fontStyle, fontWeight, fontSize, fontFamily }) {
  pen ??= new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return pen.measureText(text).width;
}
