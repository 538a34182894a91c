// Elements of the page; every text is put in as text, whatever it looks like.
//
//   element("div", "row", { role: "group" }, element("b", "", "Layer"), "1", button)
//   vector("circle", "node", { cx: 4, cy: 4, r: 3, click: choose })
//
// After the class names come children (nodes, texts or numbers; null, undefined and false are left out) and objects of
// attributes. A function among the attributes listens for the event of that name; false and null omit an attribute.

// The style sheets that come first: a component's own come after them, and can override them.
import "./palette.css";
import "./page.css";
import "./layout.css";
import "./controls.css";
import "./sideways.css";

const SVG = "http://www.w3.org/2000/svg";

export const element = (tag, names = "", ...parts) => filled(document.createElement(tag), names, parts);

export const vector = (tag, names = "", ...parts) => filled(document.createElementNS(SVG, tag), names, parts);

export const label = (x, y, text, names = "") => vector("text", names, { x, y }, text);

export const spans = (...words) => words.map((each) => element("span", "", each));

// A bar in its track, as long as its share.
export const trackOf = (share, names = "") =>
  element("span", `track ${names}`, element("i", "", { style: `width: ${100 * share}%` }));

// Sets an element's attributes and listeners, as described above.
export function setAttributes(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
}

function filled(made, names, parts) {
  if (names) made.setAttribute("class", names);
  for (const part of parts) {
    if (part === null || part === undefined || part === false) continue;
    if (part instanceof Node || typeof part !== "object") made.append(part);
    else setAttributes(made, part);
  }
  return made;
}
