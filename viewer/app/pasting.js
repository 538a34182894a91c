// Lines pasted or dropped into a one-line field. A browser removes the line breaks, so that the words on both sides run
// together: here each break becomes a line separator, which a field keeps, and the server joins the lines
// (viewer/app/text_field.py). Anything far longer than a field can hold is cut at once.

const BREAK = /\r\n|[\n\r]/g;
const LINE_SEPARATOR = "\u2028";
const MOST = 4000; // characters

/** @param {InputEvent} event  before the field changes */
export function keepLineBreaks(event) {
  const field = event.composedPath()[0];
  const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
  if (!(field instanceof HTMLInputElement) || !/^insertFrom(Paste|Drop)/.test(event.inputType)) return;
  const kept = text.slice(0, MOST).replace(BREAK, LINE_SEPARATOR);
  if (kept === text) return;
  event.preventDefault();
  document.execCommand("insertText", false, kept); // as if typed: it can be undone
}
