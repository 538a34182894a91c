// The chosen sublayer on the stream, number by number, and its LayerNorm: strips of D cells, and a table of all tokens.

import { element, vector } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { full, short } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { furthestApart, lastNorm, normalised } from "./lengths.js";
import { SUBLAYER_NAMES, stacked, stackOfFocus, stepOf, tokensOf, tokenText } from "./step.js";

const STRIP_LEFT = 92;
const ROWS_IN_SIGHT = 9; // of the table of means and variances; below more it scrolls

/** @param {ResidualView} view */
export function addedPanel(view) {
  const box = element("section", "panel");
  box.append(element("h3", "addedtitle"), element("p", "lead addedlead"));
  view.addedStrips = stripPicture(view, "The sum, number by number");
  box.append(view.addedStrips.element, element("p", "check addedcheck"));
  return box;
}

/** @param {ResidualView} view */
function stripPicture(view, name) {
  return matrix({
    name,
    rows: { title: "vector", labels: [] },
    columns: { title: "dimension", labels: null },
    scale: "signed",
    height: 24,
    left: STRIP_LEFT, // so that a dimension stands at the same place in all strips
    cell: [1, 34],
    pick: (_, column) => chooseDimension(view, column),
    invitation: "Point at a cell to read its value; a click puts its dimension into the equation.",
  });
}

/** @param {ResidualView} view */
function chooseDimension(view, dimension) {
  view.dimension = dimension;
  for (const [picture, row] of [
    [view.addedStrips, 1],
    [view.normStrips, 1],
    [view.learnedStrips, 0],
  ]) {
    picture.mark(dimensionMark(view, row));
  }
  view.retell();
}

/** @param {ResidualView} view */
function dimensionMark(view, row) {
  return { row, column: view.dimension, along: "column" };
}

/** @param {ResidualView} view */
export function updateAdded(view) {
  const { preNorm } = view.facts;
  const step = stepOf(view);
  const name = SUBLAYER_NAMES[view.sublayer].toLowerCase();
  const token = `“${tokenText(view, view.focus.token)}”`;
  const { root } = view;
  root.querySelector(".addedtitle").textContent = step.final
    ? `Behind the last layer: the finished sum for ${token}`
    : `Layer ${view.focus.layer + 1}, ${name}: what was added to ${token}`;
  root.querySelector(".addedlead").textContent = step.final
    ? "The final norm is no sublayer: nothing is added here, the finished sum of all sublayers is handed to LayerNorm."
    : preNorm
      ? "The vector that came goes on unchanged, and the sublayer’s result is added to it, number by number."
      : "The sublayer’s result is added to the vector that came, number by number; LayerNorm then follows, see below.";
  const rows = step.final ? ["x", "+ nothing", "= x"] : ["x before", "+ added", preNorm ? "= x after" : "= sum"];
  const nothing = new Float32Array(step.before.length);
  view.addedStrips.draw(stacked(step.before, step.output ?? nothing, step.residual), dimensionMark(view, 1), {
    rows: { title: "vector", labels: rows },
    shape: `3 vectors × D = 3 × ${view.sizes.D}`,
  });
  const check = root.querySelector(".addedcheck");
  if (step.final) {
    check.replaceChildren(element("span", "", "The two rows of the stream are one and the same vector."));
    return;
  }
  const largest = step.output.reduce(
    (most, value, at) => Math.max(most, Math.abs(step.residual[at] - step.before[at] - value)),
    0,
  );
  check.replaceChildren(
    `The sublayer’s own output and the difference “${preNorm ? "after" : "sum"} − before” agree: the largest ` +
      `difference among ${view.sizes.D} numbers is `,
    exactNumber(largest),
    largest ? ", which is rounding." : ".",
  );
}

function exactNumber(value) {
  const made = element("b", "", short(value));
  made.title = full(value);
  return made;
}

// ---- LayerNorm
/** @param {ResidualView} view */
export function normPanel(view) {
  const box = element("section", "panel");
  box.append(element("h3", "normtitle"), element("p", "lead normlead"));
  const pair = element("div", "pair");
  const left = element("div", "panel");
  view.momentsTable = momentsTable(view);
  left.append(
    element("b", "momentstitle", "Mean μ and variance σ² of every token’s numbers"),
    view.momentsTable.element,
  );
  savedAs(view.momentsTable.element, { name: "Mean and variance of every token" });
  pair.append(left, orders(view));
  view.normStrips = stripPicture(view, "The token’s vector in LayerNorm");
  view.learnedStrips = stripPicture(view, "Learned: the factor γ and the shift β (before training 1 and 0)");
  box.append(pair, view.normStrips.element, view.learnedStrips.element);
  return box;
}

/** @param {ResidualView} view */
export function updateNorm(view) {
  const step = stepOf(view);
  const { token } = view.focus;
  const { root, facts, sizes } = view;
  const reader = !step.final
    ? "the sublayer"
    : stackOfFocus(view) === "encoder"
      ? "the decoder’s cross-attention"
      : "the output projection";
  const use = facts.preNorm
    ? `What comes out is what ${reader} reads.`
    : "It takes the sum, and what comes out is the stream from here on.";
  root.querySelector(".normtitle").textContent = step.final ? "The final LayerNorm" : "The LayerNorm of this sublayer";
  root.querySelector(".normlead").textContent =
    `Each token’s vector, by itself, is shifted to mean 0 and scaled to variance 1. Then every dimension is ` +
    `multiplied by its own γ and moved by its own β. ${use}`;
  view.momentsTable.update(step);
  tellLastLengths(view);
  const mean = step.moments.data[token];
  const variance = step.moments.data[step.moments.columns + token];
  const scaled = normalised(step.normInput, mean, variance, facts.epsilon);
  view.normStrips.draw(stacked(scaled, step.normOutput), dimensionMark(view, 1), {
    rows: { title: "vector", labels: ["normalised", "LN(x)"] },
    shape: `2 vectors × D = 2 × ${sizes.D}`,
  });
  view.learnedStrips.draw(stacked(step.gamma, step.beta), dimensionMark(view, 0), {
    rows: { title: "vector", labels: ["γ", "β"] },
    shape: `2 vectors × D = 2 × ${sizes.D}`,
  });
}

// The tokens' lengths behind the last norm of the stack: γ and β leave them apart.
/** @param {ResidualView} view */
function tellLastLengths(view) {
  const { shortest, longest } = furthestApart(lastNorm(view));
  const named = ({ token, after }) => `${short(after)} (“${tokenText(view, token)}”)`;
  view.root.querySelector(".lastlengths").textContent =
    `Its γ and β leave the tokens' lengths apart: here from ${named(shortest)} to ${named(longest)}.`;
}

// One row a token; the table is built for a stack and then only its numbers change.
/** @param {ResidualView} view */
function momentsTable(view) {
  const box = element("div", "moments sideways");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "Mean and variance of every token before and after LayerNorm");
  let rows = [];
  let shown = null;
  const build = () => {
    const table = element("table");
    const head = element("thead");
    const [upper, lower] = [element("tr"), element("tr")];
    const group = (words, names) => {
      const cell = element("th", names, words);
      cell.colSpan = 2;
      cell.scope = "colgroup";
      return cell;
    };
    upper.append(element("th", "", ""), group("before"), group("after γ and β", "after"));
    lower.append(
      element("th", "", "token"),
      element("th", "", "μ"),
      element("th", "", "σ²"),
      element("th", "after", "μ"),
      element("th", "", "σ²"),
    );
    head.append(upper, lower);
    const body = element("tbody");
    rows = tokensOf(view).map(({ text: words }, token) => {
      const line = element("tr");
      const name = element("th", "", words);
      name.scope = "row";
      name.dir = "auto";
      const cells = ["", "", "after", ""].map((names) => element("td", names));
      line.append(name, ...cells);
      line.addEventListener("click", () => view.set({ token }));
      body.append(line);
      return { line, cells };
    });
    table.append(head, body);
    box.replaceChildren(table);
  };
  const write = (moments) =>
    rows.forEach(({ cells }, token) => {
      cells.forEach((cell, which) => {
        const value = moments.data[which * moments.columns + token];
        cell.textContent = short(value);
        cell.title = full(value);
      });
    });
  const bringIntoView = (line) => {
    const [from, to] = [line.offsetTop - 48, line.offsetTop + line.offsetHeight];
    if (from < box.scrollTop || to > box.scrollTop + box.clientHeight) box.scrollTop = Math.max(0, from - 40);
  };
  const update = ({ moments, number }) => {
    const tokens = tokensOf(view);
    if (shown?.tokens !== tokens) build();
    // Another token changes no number, only the row that is lit.
    if (shown?.tokens !== tokens || shown.number !== number) write(moments);
    shown = { tokens, number };
    rows.forEach(({ line }, token) => {
      line.classList.toggle("here", token === view.focus.token);
    });
    if (rows.length > ROWS_IN_SIGHT) bringIntoView(rows[view.focus.token].line);
  };
  return { element: box, update };
}

// ---- where the norm stands: both orders drawn, the model's own lit
/** @param {ResidualView} view */
function orders(view) {
  const { preNorm } = view.facts;
  const box = element("div", "panel");
  const drawn = element("div", "orders");
  drawn.append(
    orderPicture("Norm first (pre-norm): x + Sublayer(LN(x))", preNorm, true),
    orderPicture("Norm last (post-norm, as first published): LN(x + Sublayer(x))", !preNorm, false),
  );
  const story = preNorm
    ? "This model normalises first. The stream itself is never rescaled and may grow from layer to layer; only the " +
      "copy that a sublayer reads is normalised. One more LayerNorm at the top brings the numbers back into one range."
    : "This model normalises last, as in the first paper: the sum itself goes through LayerNorm, so that the " +
      "stream has about the same length after every sublayer and needs no norm at its top.";
  const hint = element("p", "hint");
  hint.append(element("span", "", story), " ", element("span", "lastlengths"));
  savedAs(drawn, { name: "Where the norm stands" });
  box.append(element("b", "", "Where the norm stands"), drawn, hint);
  return box;
}

function orderPicture(title, here, normFirst) {
  const figure = element("figure", here ? "here" : "");
  const svg = vector("svg");
  svg.setAttribute("viewBox", "0 0 440 74");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${title}${here ? ", as in this model" : ""}`);
  const add = (tag, attributes, names = "") => {
    const made = vector(tag, names);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    svg.append(made);
    return made;
  };
  const write = (x, y, words) => {
    add("text", { x, y }).textContent = words;
  };
  const box = (x, wide, words, names) => {
    add("rect", { x, y: 38, width: wide, height: 28, rx: 6 }, names);
    write(x + wide / 2, 52, words);
  };
  const sum = normFirst ? 352 : 232;
  // The stream runs straight on above; the branch with the sublayer hangs below it.
  add("path", { d: "M28 18H412m-5 -4l5 4l-5 4" });
  add("path", { d: `M60 18V52H${sum}V29m-4 6l4 -6l4 6` });
  if (normFirst) {
    box(92, 92, "LayerNorm", "norm");
    box(210, 100, "sublayer", "");
  } else {
    box(92, 100, "sublayer", "");
    add("rect", { x: 284, y: 4, width: 92, height: 28, rx: 6 }, "norm");
    write(330, 18, "LayerNorm");
  }
  add("circle", { cx: sum, cy: 18, r: 10 }, "sum");
  write(sum, 18, "+");
  write(14, 18, "x");
  write(426, 18, "x");
  figure.append(element("figcaption", "", `${title}${here ? " — this model" : ""}`), svg);
  return figure;
}
