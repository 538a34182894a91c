// Elements of the page; every text is put in as text, whatever it looks like.

// The style sheets that everything begins with: a component's own stand behind them, and may differ.
import "./palette.css";
import "./page.css";
import "./controls.css";
import "./sideways.css";

export function vector(tag, names) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  if (names) made.setAttribute("class", names);
  return made;
}

export function element(tag, names = "", text = null) {
  const made = document.createElement(tag);
  if (names) made.className = names;
  if (text !== null) made.textContent = text;
  return made;
}

export function label(x, y, text, names) {
  const made = vector("text", names);
  made.setAttribute("x", x);
  made.setAttribute("y", y);
  made.textContent = text;
  return made;
}
