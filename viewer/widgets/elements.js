// Elements of the page; every text is put in as text, whatever it looks like.
//
//   element("div", "row", { role: "group" }, element("b", "", "Layer"), "1", button)
//   vector("circle", "node", { cx: 4, cy: 4, r: 3, click: choose })
//
// After the class names come children (nodes, texts or numbers; null, undefined and false are left out) and objects of
// attributes. A function among the attributes listens for the event of that name; false and null omit an attribute.
//
// A browser may translate our texts, but not what they are about: numbers, code, pictures and, in a text, what stands
// between “ and ”. Anything else that is data says so: element("td", "", AS_IS, word).

// The style sheets that come first: a component's own come after them, and can override them.
import "./palette.css";
import "./page.css";
import "./layout.css";
import "./controls.css";
import "./sideways.css";

const SVG = "http://www.w3.org/2000/svg";

export const AS_IS = { translate: "no" };
// What is typed, a phone leaves as it is too.
export const AS_TYPED = { autocomplete: "off", autocapitalize: "none", autocorrect: "off", spellcheck: "false" };
const DATA_TAGS = /^(code|pre|kbd|output|option|ins|del)$/;
const DATA_NAMES = /(^| )(mono|serif|shape|face|token|key-word|looked|tell|on-sheet|guess-option)( |$)/;

/** @type {MakeElement<HTMLElementTagNameMap>} */
export function element(tag, names = "", ...parts) {
  const made = document.createElement(tag);
  if (DATA_TAGS.test(tag) || DATA_NAMES.test(names)) made.translate = false;
  return fillElement(made, names, tag === "option" ? parts : parts.flatMap(isolateQuotations));
}

// Replaces what an element says.
export function say(/** @type {Element} */ made, /** @type {Part[]} */ ...parts) {
  made.replaceChildren();
  fillElement(made, "", parts.flatMap(isolateQuotations));
}

// A text's quotations as elements, which the browser neither translates nor mixes with text of another direction.
function isolateQuotations(/** @type {Part} */ part) {
  if (typeof part !== "string" || !part.includes("“")) return [part];
  return part.split(/(?<=“)([^“”]+)(?=”)/).map((each, at) => (at % 2 ? element("bdi", "", AS_IS, each) : each));
}

/** @type {MakeElement<SVGElementTagNameMap>} */
export const vector = (tag, names = "", ...parts) =>
  fillElement(document.createElementNS(SVG, tag), names, tag === "svg" ? [AS_IS, ...parts] : parts);

/** @param {number} x @param {number} y @param {string | number} text */
export const label = (x, y, text, names = "") => vector("text", names, { x, y }, text);

export const spans = (/** @type {(string | number)[]} */ ...words) => words.map((each) => element("span", "", each));

// A bar in its track, as long as its share.
export const buildTrack = (/** @type {number} */ share, names = "") =>
  element("span", `track ${names}`, element("i", "", { style: `width: ${100 * share}%` }));

// Sets an element's attributes and listeners, as described above.
export function setAttributes(/** @type {Element} */ made, /** @type {Attributes} */ attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @template {Element} Made @param {Made} made @param {string} names @param {Part[]} parts */
function fillElement(made, names, parts) {
  if (names) made.setAttribute("class", names);
  for (const part of parts) {
    if (part === null || part === undefined || part === false) continue;
    if (part instanceof Node || typeof part !== "object") made.append(typeof part === "number" ? String(part) : part);
    else setAttributes(made, part);
  }
  return made;
}

// What an element must hold.
/** @param {ParentNode} root @param {string} selector */
export function findIn(root, selector) {
  /** @type {HTMLElement | null} */
  const found = root.querySelector(selector);
  if (!found) throw new Error(`The page has no ${selector} any more. Reload it.`);
  return found;
}

// Attributes of a box that scrolls, so that the keyboard reaches it.
export const region = (/** @type {string} */ name) => ({ tabindex: 0, role: "region", "aria-label": name });
