// Lines between tokens: queries at the left, keys at the right, a line for each weight, a colour and a stroke for each
// head.

import { density } from "../../widgets/canvas.js";
import { numbers } from "../../widgets/choice.js";
import { csvNumber } from "../../widgets/csv.js";
import { element, vector } from "../../widgets/elements.js";
import { savedAs } from "../../widgets/pictures.js";
import { roleOf } from "./roles.js";

const STROKES = [[], [8, 4], [2, 3], [9, 3, 2, 3], [14, 4], [4, 2], [1, 5], [12, 3, 2, 3, 2, 3]];
const LINES = { strip: 6, apart: 2.5, crowded: 24 };

/** @param {HeadsView} view */
export function linesOf(view) {
  const section = element("section", "heads-lines");
  const header = element("header");
  header.append(
    element("h3", "", "Lines between tokens"),
    element("span", "hint", "Point at a token for its lines; a click keeps them."),
  );
  const box = element("div", "lines-box");
  const side = element("div", "lines-side");
  const body = element("div", "lines-body");
  body.append(box, side);
  section.append(header, body);
  const lines = {
    view,
    section,
    box,
    side,
    canvas: element("canvas"),
    hover: null,
    kept: null,
    least: 0.05,
    drawn: "",
  };
  lines.canvas.setAttribute("aria-hidden", "true"); // the same is said in words beside it
  lines.on = Array(view.sizes.H).fill(true);
  buildSide(lines);
  new ResizeObserver(() => lines.shown && paintLines(lines)).observe(box);
  savedAs(box, { name: "Lines between tokens", lines: () => weightLines(lines.shown) });
  return { element: section, canvas: lines.canvas, update: (shown) => updateLines(lines, shown) };
}

// The weights of every head, one a line.
function weightLines({ rows, columns, heads }) {
  return [
    ["head", "query", "key", "weight"],
    ...heads.flatMap(({ data }, head) =>
      Array.from(data, (weight, at) => [
        head + 1,
        rows[Math.floor(at / columns.length)].label,
        columns[at % columns.length].label,
        csvNumber(weight),
      ]),
    ),
  ];
}

function updateLines(lines, shown) {
  const { view } = lines;
  const { kind, layer, head, token } = view.focus;
  lines.shown = shown;
  const axes = `${kind} ${view.inWords}`;
  if (lines.drawn !== axes) {
    lines.drawn = axes;
    lines.hover = null;
    lines.kept = null;
    buildColumns(lines);
  }
  // One head in focus is shown alone, the mean as all its heads.
  if (lines.head !== head) lines.on = lines.on.map((_, each) => head === null || each === head);
  if (lines.kept?.side === "query" && lines.token !== token) lines.kept = { side: "query", index: shown.row };
  if (lines.token !== token) scrollToRow(lines, shown.row);
  Object.assign(lines, { head, token });
  lines.titles.forEach((title, each) => {
    const role = roleOf(view, kind, layer, each);
    title.textContent = role ? role.label : "";
    title.title = role ? `${role.label}. ${role.evidence}` : "";
  });
  showLines(lines);
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
  const pair = element("div", "lines-pair");
  pair.setAttribute("role", "group");
  pair.setAttribute("aria-label", "Lines from queries to keys");
  lines.buttons = {};
  pair.append(tokenColumn(lines, "query", shown.rows), canvas, tokenColumn(lines, "key", shown.columns));
  box.replaceChildren(pair);
  box.classList.toggle("scrolls", box.scrollHeight > box.clientHeight + 2);
}

function tokenColumn(lines, side, units) {
  const column = element("div", `lines-column ${side}`);
  column.append(element("b", `means-${side}`, side === "query" ? "queries" : "keys"));
  const group = element("div");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", side === "query" ? "Queries" : "Keys");
  const buttons = units.map(({ label, members }, index) => {
    const button = element("button", "", label);
    button.type = "button";
    button.dir = "auto";
    button.title = label;
    button.tabIndex = index ? -1 : 0;
    const here = { side, index };
    button.addEventListener("pointerenter", () => pointAt(lines, here));
    button.addEventListener("focus", () => button.matches(":focus-visible") && pointAt(lines, here));
    button.addEventListener("blur", () => pointAt(lines, null));
    button.addEventListener("click", () => keep(lines, here, members));
    button.addEventListener("keydown", (event) => {
      const goal = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: buttons.length - 1 }[event.key];
      const over = { ArrowLeft: "query", ArrowRight: "key" }[event.key];
      const next =
        goal !== undefined
          ? buttons[goal]
          : over && over !== side
            ? lines.buttons[over][Math.min(index, lines.buttons[over].length - 1)]
            : null;
      if (goal !== undefined || over) event.preventDefault();
      next?.focus();
    });
    return button;
  });
  group.addEventListener("pointerleave", () => pointAt(lines, null));
  group.append(...buttons);
  column.append(group);
  lines.buttons[side] = buttons;
  return column;
}

function pointAt(lines, token) {
  if (lines.hover?.side === token?.side && lines.hover?.index === token?.index) return;
  lines.hover = token;
  showLines(lines);
}

function keep(lines, token, members) {
  const same = lines.kept?.side === token.side && lines.kept.index === token.index;
  lines.kept = same ? null : token;
  const { view } = lines;
  if (token.side === "query" && !members.includes(view.focus.token)) view.set({ token: members[0] });
  else showLines(lines);
}

// ---- beside them: the heads, and what the lines of a token say
function buildSide(lines) {
  const { side, view } = lines;
  const about = element("p", "lines-about");
  about.setAttribute("aria-live", "polite");
  const table = element("div", "lines-heads");
  table.setAttribute("role", "group");
  table.setAttribute("aria-label", "Heads whose lines are drawn");
  lines.about = about;
  lines.titles = [];
  lines.tells = [];
  lines.squares = numbers(view.sizes.H).map(([name, head]) => {
    const square = element("button", "head-square");
    square.type = "button";
    square.style.setProperty("--head", `var(--head-${head % 8})`);
    square.setAttribute("aria-label", `Lines of head ${name}`);
    square.title = "A click shows or hides this head, a double click shows it alone";
    square.append(strokeSample(head), element("span", "", name));
    square.addEventListener("click", () => toggleHead(lines, head));
    square.addEventListener("dblclick", () => headAlone(lines, head));
    const alone = element("button", "head-alone", "alone");
    alone.type = "button";
    alone.title = "Show this head alone; once more, and all are back";
    alone.setAttribute("aria-label", `Head ${name} alone`);
    alone.addEventListener("click", () => headAlone(lines, head));
    const [role, tell] = [element("span", "role"), element("span", "tell")];
    lines.titles.push(role);
    lines.tells.push(tell);
    table.append(square, alone, role, tell);
    return square;
  });
  side.append(about, table, thresholdOf(lines));
}

function thresholdOf(lines) {
  const label = element("label", "lines-least");
  const slider = element("input");
  Object.assign(slider, { type: "range", min: "0", max: "0.5", step: "0.01", value: String(lines.least) });
  const value = element("span", "mono", lines.least.toFixed(2));
  slider.addEventListener("input", () => {
    lines.least = Number(slider.value);
    value.textContent = lines.least.toFixed(2);
    showLines(lines);
  });
  label.append("Hide weights below", slider, value);
  return label;
}

function strokeSample(head) {
  const svg = vector("svg");
  svg.setAttribute("viewBox", "0 0 34 6");
  svg.setAttribute("aria-hidden", "true");
  const line = vector("path");
  line.setAttribute("d", "M0 3H34");
  line.setAttribute("stroke-dasharray", STROKES[head % STROKES.length].join(" "));
  svg.append(line);
  return svg;
}

function toggleHead(lines, head) {
  lines.on[head] = !lines.on[head];
  showLines(lines);
}

// Alone in the lines, and in focus on the whole page; if it is that already, all heads and their mean.
function headAlone(lines, head) {
  const { view } = lines;
  const alone = view.focus.head === head && lines.on.every((on, each) => on === (each === head));
  lines.on = lines.on.map((_, each) => alone || each === head);
  lines.head = alone ? null : head;
  view.set({ head: lines.head });
}

// ---- drawing
function showLines(lines) {
  const { shown, squares, on } = lines;
  const active = lines.hover ?? lines.kept;
  squares.forEach((square, head) => {
    square.setAttribute("aria-pressed", String(on[head]));
  });
  const told = active ?? { side: "query", index: shown.row };
  for (const side of ["query", "key"]) {
    lines.buttons[side].forEach((button, index) => {
      button.classList.toggle("active", told.side === side && told.index === index);
      button.classList.toggle("focused", side === "query" && index === shown.row);
      button.setAttribute("aria-pressed", String(lines.kept?.side === side && lines.kept.index === index));
    });
  }
  tellLines(lines, told);
  paintLines(lines);
}

function tellLines({ shown, about, tells, on }, { side, index }) {
  const [here, others] = side === "query" ? [shown.rows, shown.columns] : [shown.columns, shown.rows];
  const name = element("b", `means-${side}`, `“${here[index].label}”`);
  about.replaceChildren(name, side === "query" ? " looks at …" : " is looked at by …");
  tells.forEach((tell, head) => {
    const weights = others.map((_, other) => lineWeight(shown.heads[head], side, index, other));
    const best = weights
      .map((weight, other) => [weight, other])
      .sort((a, b) => b[0] - a[0])
      .slice(0, 3);
    tell.textContent = best.map(([weight, other]) => `${others[other].label} ${weight.toFixed(2)}`).join(" · ");
    tell.classList.toggle("off", !on[head]);
  });
}

function lineWeight({ data, columns }, side, index, other) {
  return side === "query" ? data[index * columns + other] : data[other * columns + index];
}

function paintLines(lines) {
  const { canvas, shown, on, least, pitch, hover, kept } = lines;
  const top = lines.buttons.query[0].offsetTop;
  const width = canvas.parentElement?.clientWidth ? canvas.clientWidth : 0;
  if (!width) return;
  const height = top + pitch * Math.max(shown.rows.length, shown.columns.length);
  if (canvas.width !== Math.round(width * density()) || canvas.height !== Math.round(height * density())) {
    canvas.width = Math.round(width * density());
    canvas.height = Math.round(height * density());
    canvas.style.height = `${height}px`;
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(density(), 0, 0, density(), 0, 0);
  pen.clearRect(0, 0, width, height);
  const active = hover ?? kept;
  const told = active ?? { side: "query", index: shown.row };
  // Lines end at the tokens; at the side of what is told, before the squares.
  const room = LINES.strip * on.length + 6;
  const [from, to] = told.side === "query" ? [4, width - room] : [room, width - 4];
  const faint = Math.max(shown.rows.length, shown.columns.length) > LINES.crowded ? 0.16 : 0.3;
  const y = (index, head) => top + (index + 0.5) * pitch + (head - (on.length - 1) / 2) * LINES.apart;
  on.forEach((shownHead, head) => {
    if (!shownHead) return;
    const colour = getComputedStyle(lines.squares[head]).getPropertyValue("border-top-color");
    pen.strokeStyle = colour;
    pen.fillStyle = colour;
    pen.setLineDash(STROKES[head % STROKES.length]);
    const { data, columns } = shown.heads[head];
    for (let row = 0; row < shown.rows.length; row += 1) {
      if (active?.side === "query" && active.index !== row) continue;
      for (let column = 0; column < columns; column += 1) {
        if (active?.side === "key" && active.index !== column) continue;
        const weight = data[row * columns + column];
        if (weight < least || weight <= 0) continue;
        pen.globalAlpha = (active || row === shown.row ? 1 : faint) * (0.12 + 0.88 * Math.min(1, weight));
        pen.lineWidth = 0.6 + 4 * weight;
        pen.beginPath();
        pen.moveTo(from, y(row, head));
        pen.bezierCurveTo(width * 0.45, y(row, head), width * 0.55, y(column, head), to, y(column, head));
        pen.stroke();
      }
    }
    paintStrip(pen, lines, head, told, { width, top });
  });
  pen.globalAlpha = 1;
  pen.setLineDash([]);
}

// Beside every token at the other end a small square for each head, as strong as its weight.
function paintStrip(pen, { shown, pitch, on }, head, { side, index }, { width, top }) {
  const others = side === "query" ? shown.columns : shown.rows;
  const size = LINES.strip - 1;
  const x = side === "query" ? width - LINES.strip * (on.length - head) : LINES.strip * head;
  others.forEach((_, other) => {
    pen.globalAlpha = lineWeight(shown.heads[head], side, index, other);
    pen.fillRect(x, top + other * pitch + 3, size, pitch - 6);
  });
}
