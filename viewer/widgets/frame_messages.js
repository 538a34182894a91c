// A notebook's picture in its frame and the widget of that frame (notebook/widget.js) send each other messages:
//
//   { glassformer: { ready: true } }              to the widget: the picture is drawn and listens
//   { glassformer: { focus } }                    to the widget: what was chosen; to the picture: what to show
//   { glassformer: { fork: { step, token } } }    to the widget: a branch that only Python can take, or { back: depth }

const CHOSEN = "glassformer:focus"; // sent to the picture's window, as is what follows
const WANTED = "glassformer:focus-wanted";
export const FOUND = "glassformer:widget"; // sent to the notebook's window, with the name of the widget's frames

/** @param {any} value @returns {value is Focus} whether a message's focus has the shape of one; it need not exist in the picture */
export function isFocus(value) {
  const isPlace = (/** @type {unknown} */ place) => Number.isInteger(place) && Number(place) >= 0;
  return (
    ["encoder", "decoder", "cross"].includes(value?.kind) &&
    isPlace(value.layer) &&
    isPlace(value.token) &&
    (value.head === null || isPlace(value.head))
  );
}

export function isSameFocus(/** @type {Focus | null} */ one, /** @type {Focus | null} */ other) {
  return /** @type {const} */ (["kind", "layer", "head", "token"]).every((name) => one?.[name] === other?.[name]);
}

/** @param {Focus} focus */
export function tellFocus({ kind, layer, head, token }) {
  window.dispatchEvent(new CustomEvent(CHOSEN, { detail: { kind, layer, head, token } }));
}

/**
 * @param {(focus: Focus) => void} listener  called when Python sets another focus
 * @returns {() => void} stops it
 */
export function onFocusRequest(listener) {
  /** @param {CustomEvent} event */
  const hear = ({ detail }) => listener(detail);
  window.addEventListener(WANTED, hear);
  return () => window.removeEventListener(WANTED, hear);
}

// In the picture's page, once it is drawn. A page on its own, or in a frame that no widget knows, does nothing.
export function answerFrame() {
  const name = frameName();
  if (!name) return;
  let known = /** @type {Focus | null} */ (null); // the last focus that went either way
  window.addEventListener(CHOSEN, ({ detail }) => {
    if (isSameFocus(detail, known)) return;
    known = detail;
    tellFrame({ focus: detail });
  });
  window.addEventListener("message", ({ source, data }) => {
    const focus = data?.glassformer?.focus;
    if (source !== window.parent || !isFocus(focus)) return;
    known = focus;
    window.dispatchEvent(new CustomEvent(WANTED, { detail: focus }));
  });
  const { parent } = window;
  /** @param {CustomEvent} event */
  const begin = ({ detail }) => detail === name && tellFrame({ ready: true });
  parent.addEventListener(FOUND, begin); // the widget may come later
  window.addEventListener("pagehide", () => parent.removeEventListener(FOUND, begin));
  tellFrame({ ready: true });
}

export function tellFrame(/** @type {object} */ message) {
  if (frameName()) window.parent.postMessage({ glassformer: message }, "*");
}

// Only a page of the same origin can see its frame.
function frameName() {
  return /** @type {HTMLElement | null} */ (window.frameElement)?.dataset.glassformer;
}
