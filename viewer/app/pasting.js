// Lines that are pasted or dropped into a field for one line. A browser takes the breaks out, so that the words on both
// sides grow together: here each becomes a line separator, which a field keeps, and the server joins the lines
// (viewer/text_field.py). Far more than any field takes is left out at once.

const BREAK = /\r\n|[\n\r]/g;
const LINE_SEPARATOR = "\u2028";
const MOST = 4000; // characters

/** @param {InputEvent} event  before it changes the field */
export function keepLineBreaks(event) {
  const field = event.composedPath()[0];
  const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
  if (!(field instanceof HTMLInputElement) || !/^insertFrom(Paste|Drop)/.test(event.inputType)) return;
  const kept = text.slice(0, MOST).replace(BREAK, LINE_SEPARATOR);
  if (kept === text) return;
  event.preventDefault();
  document.execCommand("insertText", false, kept); // as if it had been typed: it can be undone
}
