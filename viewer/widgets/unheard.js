// Text that gets into a field without an `input` event, as from an extension or dictation: once the field is left, the
// page is told of it, as if it had been typed.

/** @type {WeakMap<EventTarget, string>} */
const heard = new WeakMap();

export function announceUnheard() {
  for (const name of ["focusin", "input"]) addEventListener(name, hear, true);
  for (const name of ["change", "focusout"]) addEventListener(name, catchUp, true);
}

const eventField = (event) => /** @type {HTMLInputElement} */ (event.composedPath()[0]);

function hear(event) {
  heard.set(eventField(event), eventField(event).value);
}

function catchUp(event) {
  const field = eventField(event);
  if (field.selectionStart == null || heard.get(field) === field.value) return; // only text has a selection
  hear(event);
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}
