// Lines between tokens: queries at the left, keys at the right, a line for each weight, a colour and a stroke for each
// head.

import { sizeCanvas } from "../../../../widgets/canvas.js";
import { numbers } from "../../../../widgets/choice.js";
import { csvNumber } from "../../../../widgets/csv.js";
import { AS_IS, element, vector } from "../../../../widgets/elements.js";
import { makeSavable } from "../../../../widgets/pictures.js";
import { threshold } from "../graph/threshold.js";
import { findRole } from "../roles/roles.js";
import { largestThree } from "../words.js";

const STROKES = [[], [8, 4], [2, 3], [9, 3, 2, 3], [14, 4], [4, 2], [1, 5], [12, 3, 2, 3, 2, 3]];
const STRIP = 6; // pixels, of a head's column of squares
const APART = 2.5; // of the lines of two heads
const CROWDED = 24; // tokens
const HINT = "Hover over a token to see its lines; click to pin.";

/** @param {HeadsView} view */
export function buildLines(view) {
  const lines = {
    view,
    box: element("div", "lines-box"),
    canvas: element("canvas", "", { "aria-hidden": "true" }), // the words next to it say the same
    about: element("p", "lines-about", { "aria-live": "polite" }),
    least: threshold("Hide weights below", 0.05, () => show(lines)),
    on: Array(view.sizes.H).fill(true),
    hover: null,
    kept: null,
  };
  lines.heads = numbers(view.sizes.H).map(([name, head]) => headRow(lines, name, head));
  new ResizeObserver(() => lines.shown && paint(lines)).observe(lines.box);
  makeSavable(lines.box, { name: "Lines between tokens", lines: () => weightLines(lines.shown) });
  const heads = { role: "group", "aria-label": "Heads whose lines are drawn" };
  const rows = element("div", "lines-heads aligned", heads, ...lines.heads.flatMap((each) => Object.values(each)));
  const section = element(
    "section",
    "heads-lines stack",
    element("header", "flow", element("h3", "", "Lines between tokens"), element("span", "hint", HINT)),
    element(
      "div",
      "heads-pair side-by-side",
      lines.box,
      element("div", "stack", lines.about, rows, lines.least.element),
    ),
  );
  return { element: section, update: (shown) => update(lines, shown) };
}

// The weights of every head, one a line.
function weightLines({ rows, columns, heads }) {
  const cells = ({ data }, head) =>
    Array.from(data, (weight, at) => [
      head + 1,
      rows[Math.floor(at / columns.length)].label,
      columns[at % columns.length].label,
      csvNumber(weight),
    ]);
  return [["head", "query", "key", "weight"], ...heads.flatMap(cells)];
}

function update(lines, shown) {
  const { view } = lines;
  const { kind, layer, head, token } = view.focus;
  lines.shown = shown;
  const axes = `${kind} ${view.inWords}`;
  if (lines.axes !== axes) {
    Object.assign(lines, { axes, hover: null, kept: null });
    buildColumns(lines);
  }
  // One head in focus is shown alone, the mean as all its heads.
  if (lines.head !== head) lines.on = lines.on.map((_, each) => head === null || each === head);
  if (lines.kept?.side === "query" && lines.token !== token) lines.kept = { side: "query", index: shown.row };
  if (lines.token !== token) scrollToRow(lines, shown.row);
  Object.assign(lines, { head, token });
  lines.heads.forEach(({ role: place }, each) => {
    const role = findRole(view, kind, layer, each);
    place.textContent = role?.label ?? "";
    place.title = role ? `${role.label}. ${role.evidence}` : "";
  });
  show(lines);
}

// The token in focus stays in sight where the box is too small for all.
function scrollToRow({ box, buttons, pitch }, row) {
  const top = buttons.query[row].offsetTop;
  const outside = top - 2 * pitch < box.scrollTop || top + pitch > box.scrollTop + box.clientHeight;
  if (outside) box.scrollTop = top - box.clientHeight / 3;
}

// ---- the two columns of tokens
function buildColumns(lines) {
  const { shown, box, canvas } = lines;
  const count = Math.max(shown.rows.length, shown.columns.length);
  lines.pitch = count <= 12 ? 30 : count <= 24 ? 24 : 19;
  box.style.setProperty("--pitch", `${lines.pitch}px`);
  lines.buttons = {};
  const queries = tokenColumn(lines, "query", "queries", shown.rows);
  const keys = tokenColumn(lines, "key", "keys", shown.columns);
  const pair = { role: "group", "aria-label": "Lines from queries to keys" };
  box.replaceChildren(element("div", "lines-pair", pair, queries, canvas, keys));
  box.classList.toggle("scrolls", box.scrollHeight > box.clientHeight + 2);
}

function tokenColumn(lines, side, title, units) {
  const buttons = units.map(({ label, members }, index) => {
    const here = { side, index };
    const button = element(
      "button",
      "one-line",
      {
        ...AS_IS,
        dir: "auto",
        title: label,
        tabindex: index ? -1 : 0,
        pointerenter: () => pointAt(lines, here),
        focus: () => button.matches(":focus-visible") && pointAt(lines, here),
        blur: () => pointAt(lines, null),
        click: () => keep(lines, here, members),
        keydown: (event) => {
          const goal = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: buttons.length - 1 }[event.key];
          const over = lines.buttons[{ ArrowLeft: "query", ArrowRight: "key" }[event.key]];
          if (goal === undefined && !over) return;
          event.preventDefault();
          (over ? over[Math.min(index, over.length - 1)] : buttons[goal])?.focus();
        },
      },
      label,
    );
    return button;
  });
  lines.buttons[side] = buttons;
  const group = { role: "group", "aria-label": title, pointerleave: () => pointAt(lines, null) };
  return element(
    "div",
    `lines-column ${side}`,
    element("b", `means-${side}`, title),
    element("div", "", group, ...buttons),
  );
}

const isSame = (one, other) => one?.side === other?.side && one?.index === other?.index;

function pointAt(lines, token) {
  if (isSame(lines.hover, token)) return;
  lines.hover = token;
  show(lines);
}

function keep(lines, token, members) {
  lines.kept = isSame(lines.kept, token) ? null : token;
  const { view } = lines;
  if (token.side === "query" && !members.includes(view.focus.token)) view.set({ token: members[0] });
  else show(lines);
}

// ---- at the right: the heads, and the strongest lines of a token
function headRow(lines, name, head) {
  const stroke = vector("path", "", { d: "M0 3H34", "stroke-dasharray": STROKES[head % STROKES.length].join(" ") });
  const toggle = () => {
    lines.on[head] = !lines.on[head];
    show(lines);
  };
  const alone = () => showAlone(lines, head);
  const look = {
    style: `--head: var(--head-${head % 8})`,
    "aria-label": `Lines of head ${name}`,
    title: "Click to show or hide this head, double-click to show only this one",
  };
  const sample = vector("svg", "", { viewBox: "0 0 34 6", "aria-hidden": "true" }, stroke);
  const only = { title: "Show only this head; click again for all", "aria-label": `Head ${name} alone` };
  return {
    square: element("button", "button head-square row", look, { click: toggle, dblclick: alone }, sample, name),
    alone: element("button", "copy", only, { click: alone }, "alone"),
    role: element("span", "role one-line"),
    tell: element("span", "tell one-line"),
  };
}

// Show this head alone and focus it on the whole page; if it already is, show all heads and their mean.
function showAlone(lines, head) {
  const { view } = lines;
  const alone = view.focus.head === head && lines.on.every((on, each) => on === (each === head));
  lines.on = lines.on.map((_, each) => alone || each === head);
  lines.head = alone ? null : head;
  view.set({ head: lines.head });
}

// ---- drawing
function show(lines) {
  const { shown, on } = lines;
  const focused = { side: "query", index: shown.row };
  const told = lines.hover ?? lines.kept ?? focused;
  for (const [side, buttons] of Object.entries(lines.buttons))
    buttons.forEach((button, index) => {
      const here = { side, index };
      button.classList.toggle("active", isSame(told, here));
      button.classList.toggle("focused", isSame(focused, here));
      button.setAttribute("aria-pressed", String(isSame(lines.kept, here)));
    });
  const [tokens, others] = told.side === "query" ? [shown.rows, shown.columns] : [shown.columns, shown.rows];
  const name = element("b", `means-${told.side}`, `“${tokens[told.index].label}”`);
  lines.about.replaceChildren(name, told.side === "query" ? " looks at …" : " is looked at by …");
  lines.heads.forEach(({ square, tell }, head) => {
    const weights = others.map((_, other) => weightBetween(shown.heads[head], told, other));
    tell.textContent = largestThree(weights)
      .map((other) => `${others[other].label} ${weights[other].toFixed(2)}`)
      .join(" · ");
    tell.classList.toggle("off", !on[head]);
    square.setAttribute("aria-pressed", String(on[head]));
  });
  paint(lines);
}

// Read the weight between a token and one on the other side.
const weightBetween = ({ data, columns }, { side, index }, other) =>
  side === "query" ? data[index * columns + other] : data[other * columns + index];

function paint(lines) {
  const { canvas, shown, on, pitch } = lines;
  const width = canvas.parentElement?.clientWidth ? canvas.clientWidth : 0;
  if (!width) return;
  const top = lines.buttons.query[0].offsetTop;
  const count = Math.max(shown.rows.length, shown.columns.length);
  const pen = sizeCanvas(canvas, width, top + pitch * count);
  canvas.style.width = ""; // as wide as its place, whatever that becomes
  const active = lines.hover ?? lines.kept;
  const told = active ?? { side: "query", index: shown.row };
  // Lines end at the tokens; at the other side, before the squares.
  const room = STRIP * on.length + 6;
  const [from, to] = told.side === "query" ? [4, width - room] : [room, width - 4];
  const faint = count > CROWDED ? 0.16 : 0.3;
  const y = (index, head) => top + (index + 0.5) * pitch + (head - (on.length - 1) / 2) * APART;
  on.forEach((shownHead, head) => {
    if (!shownHead) return;
    const colour = getComputedStyle(lines.heads[head].square).getPropertyValue("border-top-color");
    pen.strokeStyle = colour;
    pen.fillStyle = colour;
    pen.setLineDash(STROKES[head % STROKES.length]);
    const { data, columns } = shown.heads[head];
    data.forEach((weight, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      const hidden = active && active.index !== (active.side === "query" ? row : column);
      if (hidden || weight < lines.least.value || weight <= 0) return;
      pen.globalAlpha = (active || row === shown.row ? 1 : faint) * (0.12 + 0.88 * Math.min(1, weight));
      pen.lineWidth = 0.6 + 4 * weight;
      pen.beginPath();
      pen.moveTo(from, y(row, head));
      pen.bezierCurveTo(width * 0.45, y(row, head), width * 0.55, y(column, head), to, y(column, head));
      pen.stroke();
    });
    paintStrip(pen, lines, head, told, { width, top });
  });
}

// Draw beside every token at the other end a small square for each head, as strong as its weight.
function paintStrip(pen, { shown, pitch, on }, head, told, { width, top }) {
  const query = told.side === "query";
  const x = query ? width - STRIP * (on.length - head) : STRIP * head;
  (query ? shown.columns : shown.rows).forEach((_, other) => {
    pen.globalAlpha = weightBetween(shown.heads[head], told, other);
    pen.fillRect(x, top + other * pitch + 3, STRIP - 1, pitch - 6);
  });
}
