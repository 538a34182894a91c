// The feed-forward layer: how many neurons are above 0, the activations of the token in focus by strength, and
// the strongest neurons with what they write.

import { stackOf, tokensOf, tokenText } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { LABEL, sizeCanvas } from "../../../widgets/canvas.js";
import { buildChip } from "../../../widgets/chips.js";
import { numbers } from "../../../widgets/choice.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element, say } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { formatSigned, full, short } from "../../../widgets/numbers.js";
import { inks } from "../../../widgets/palette.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { clampIndex, pointing } from "../../../widgets/pointing.js";
import { check, radios } from "../../../widgets/radio.js";
import { buildStackedTable } from "../../../widgets/stacked_table.js";
import { line } from "../pens.js";
import { textsOf } from "../vectors.js";
import { ACTIVATIONS } from "./activation.js";
import { buildFigure, formatTick, LEFT, paintRules, roundTicks } from "./axes.js";

const GROUP = { role: "radiogroup", "aria-label": "The neuron in the equation" };
const MANY_TOKENS = 24; // the share of each then needs the whole width
const STRONGEST = 10; // neurons that are listed
const TOP = 22; // pixels, of the bars
const FLOOR = 154;
const HEIGHT = 188;

/** @param {ResidualView} view */
export function neuronsPanel(view) {
  const [title, lead] = [element("h3"), element("p", "lead")];
  const share = matrix({
    name: isReLU(view) ? "Share of neurons that ReLU lets through" : "Share of neurons above 0",
    rows: { title: "layer" },
    columns: { title: "token" },
    scale: "plain",
    unit: "% of the layer’s neurons",
    height: 24,
    cell: [7, 46],
    pick: (layer, token) => view.set({ layer, token }),
  });
  view.bars = buildBars(view);
  const pair = element("div", "side-by-side", share.element, view.bars.element);
  const [listTitle, list, hint] = [element("b"), element("div", "tenneurons sideways"), element("p", "hint tenhint")];
  for (const each of [listTitle, list, hint]) each.dataset.from = "prove";
  view.ten = makeSavable(list, { name: "The ten strongest neurons" });
  return {
    element: element("section", "panel stack", title, lead, pair, listTitle, list, hint),
    draw() {
      const { order, active } = view.ranked;
      const { layer } = view.focus;
      const token = `“${tokenText(view)}”`;
      title.textContent = `The feed-forward layer of layer ${layer + 1}`;
      lead.textContent =
        `Each of its ${order.length} neurons looks at one token alone. It stays ` +
        `${isReLU(view) ? "silent, at 0" : "near 0 or slightly below"}, unless the token’s vector points far enough ` +
        `in the direction the neuron responds to. For ${token}, ${active} of ${order.length} are ` +
        `${isReLU(view) ? "active" : `above 0: ${activationName(view)} lets small negative numbers through`}.`;
      drawShare(view, share);
      view.bars.paint();
      pair.classList.toggle("long", tokensOf(view).length > MANY_TOKENS);
      const listed = order.slice(0, Math.min(STRONGEST, active));
      const which = active > STRONGEST ? "ten strongest neurons" : `${active} active neurons`;
      say(listTitle, active ? `The ${active === 1 ? "only active neuron" : which} for ${token}` : "");
      list.replaceChildren(...(active ? [buildList(view, listed)] : []));
      say(hint, describeHint(view));
    },
  };
}

const isReLU = ({ facts }) => facts.activation === "relu";
const activationName = ({ facts }) => ACTIVATIONS[facts.activation].name;

// Neurons of the layer and token in focus, strongest first.
/** @param {ResidualView} view */
export function rankNeurons(view) {
  const { layer, token } = view.focus;
  const activations = part(view.tensors[`${stackOf(view)}.hidden`], layer, token);
  const order = [...activations.keys()].sort((a, b) => activations[b] - activations[a] || a - b);
  return { activations, order, active: activations.filter((value) => value > 0).length };
}

// The neuron in the equation: the strongest until another is chosen, and again for another token or layer.
/** @param {ResidualView} view */
export function neuronInFocus(view) {
  const here = `${stackOf(view)}.${view.focus.layer}.${view.focus.token}`;
  if (view.neuronOf === here) return;
  view.neuron = view.ranked.order[0];
  view.neuronOf = here;
}

/** @param {ResidualView} view */
function drawShare(view, picture) {
  const { data, rows, columns } = part(view.tensors[`${stackOf(view)}.share`]);
  picture.draw(
    { data: Float32Array.from(data, (each) => 100 * each), rows, columns },
    { row: view.focus.layer, column: view.focus.token },
    {
      rows: { title: "layer", labels: numbers(rows).map(([label]) => label) },
      columns: { title: "token", labels: textsOf(tokensOf(view)) },
      shape: `layers × tokens = ${rows} × ${columns}`,
    },
  );
}

// ---- all activations, by strength
/** @param {ResidualView} view */
function buildBars(view) {
  const show = (at) => {
    picture.hover = at;
    picture.paint();
  };
  const under = ({ offsetX }) => {
    const at = Math.floor((offsetX - LEFT) / picture.step);
    return at >= 0 && at < view.ranked.order.length ? at : null;
  };
  const canvas = element("canvas", "", {
    ...{ role: "img", tabindex: 0 },
    ...pointing(under, show),
    keydown: (event) => {
      const { order } = view.ranked;
      const at = picture.hover ?? order.indexOf(view.neuron);
      const goal = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: order.length }[event.key];
      if (goal === undefined) return;
      event.preventDefault();
      show(clampIndex(goal, order.length));
    },
  });
  const { figure, shape, reading } = buildFigure("All neurons for this token, strongest first", "", canvas);
  makeSavable(figure, { name: "All neurons for this token", lines: () => csvRows(view) });
  const paint = () => canvas.parentElement.clientWidth && view.ranked && paintBars(picture, view);
  const picture = { element: figure, canvas, shape, reading, hover: null, step: 1, paint };
  new ResizeObserver(paint).observe(figure);
  return picture;
}

/** @param {ResidualView} view */
function csvRows({ ranked: { activations, order } }) {
  const line = (neuron, at) => [at + 1, neuron, csvNumber(activations[neuron])];
  return [["rank", "neuron", "activation"], ...order.map(line)];
}

/** @param {ResidualView} view */
function paintBars(picture, view) {
  const { canvas, hover, shape, reading } = picture;
  const { activations, order, active } = view.ranked;
  const wide = canvas.parentElement.clientWidth;
  const pen = sizeCanvas(canvas, wide, HEIGHT);
  const ink = inks(canvas);
  const step = (wide - LEFT - 4) / order.length;
  const most = activations[order[0]] || 1;
  const least = Math.min(0, activations[order.at(-1)]); // below 0 with swish and GELU
  const y = (value) => TOP + ((FLOOR - TOP) * (most - value)) / (most - least);
  const x = (at) => LEFT + at * step;
  picture.step = step;
  paintRules(
    pen,
    roundTicks(most).map((tick) => [y(tick), formatTick(tick)]),
    wide - 4,
    ink,
  );
  // One outline for all bars: drawn one by one, their edges would shimmer where several share a pixel.
  const outline = order.map((neuron, at) => `L${x(at)} ${y(activations[neuron])}H${x(at + 1)}`).join("");
  pen.fillStyle = ink[stackOf(view)];
  pen.fill(new Path2D(`M${LEFT} ${y(0)}${outline}V${y(0)}Z`));
  pen.fillStyle = pen.strokeStyle = ink.text;
  if (hover !== null) {
    const high = Math.max(y(0) - y(activations[order[hover]]), 3);
    pen.fillRect(x(hover), y(0) - high, Math.max(step, 1.5), high);
  }
  const edge = x(active);
  pen.setLineDash([3, 3]);
  line(pen, [
    [edge, TOP + 26],
    [edge, FLOOR + 5],
  ]);
  pen.setLineDash([]);
  const right = edge + 130 < wide;
  pen.textAlign = right ? "left" : "right";
  const [above, below] = isReLU(view) ? ["active", "silent"] : ["above 0", "not"];
  pen.fillText(`${active} ${above}, ${order.length - active} ${below}`, edge + (right ? 6 : -6), TOP + 34);
  pen.textAlign = "left";
  pen.font = `italic ${LABEL}px ${ink.family}`;
  pen.fillText(`↑ activation h after ${activationName(view)}`, 2, 9);
  pen.fillText(`${order.length} neurons, strongest first →`, LEFT, FLOOR + 18);
  shape.textContent = `1 × d_ff = 1 × ${order.length}`;
  const at = hover ?? order.indexOf(view.neuron);
  reading.textContent = `number ${at + 1} in strength, neuron ${order[at]}: ${full(activations[order[at]])}`;
  const summary = `Activations of ${order.length} neurons by strength: ${active} are ${above}.`;
  canvas.ariaLabel = `${summary} ${reading.textContent}`;
}

// ---- the strongest, one row each
/** @param {ResidualView} view */
function describeHint(view) {
  if (!view.ranked.active)
    return isReLU(view)
      ? "Every neuron is silent for this token: the layer adds only its constant b₂."
      : "No neuron is above 0 for this token.";
  if (!view.facts.pieces) return "";
  const hint =
    stackOf(view) === "decoder"
      ? "In the decoder, and most of all in its last layer, these are words the neuron makes more likely."
      : "The encoder writes no words, so take this as a hint.";
  return (
    `“Its output points to”: the pieces of the vocabulary whose embeddings are closest, by cosine, to what the ` +
    `neuron adds (its row of W₂), as in Geva et al. 2022. It’s a projection, not a proof: the layers above read ` +
    `the stream in their own way. ${hint}`
  );
}

/** @param {ResidualView} view */
function buildList(view, listed) {
  const titles = ["neuron", "activation h", "strongest in this sentence on"];
  if (view.facts.pieces) titles.push("its output points to");
  const title = "Put this neuron into the equation";
  const buttons = radios(
    listed.map((neuron) => element("button", "button", { type: "button", title }, neuron)),
    (place) => {
      view.neuron = listed[place];
      check(buttons, place);
      view.bars.paint();
      view.retell();
    },
  );
  check(buttons, listed.indexOf(view.neuron));
  if (!listed.includes(view.neuron)) buttons[0].tabIndex = 0;
  const rows = listed.map((neuron, place) => [buttons[place], ...neuronCells(view, neuron)]);
  return element("div", "", GROUP, buildStackedTable(titles, rows, ["strength words", "words", "words"]));
}

/** @param {ResidualView} view */
function neuronCells(view, neuron) {
  const { activations, order } = view.ranked;
  const value = activations[neuron];
  const strength = [
    element("span", "amount mono", { title: full(value) }, short(value)),
    element("span", "size", { style: `width: ${(45 * value) / activations[order[0]]}%` }),
  ];
  const pieces = view.facts.pieces ? [readPromoted(view, neuron)] : [];
  return [strength, strongestTokens(view, neuron), ...pieces].map((parts) => element("span", "", ...parts));
}

// The tokens of this sentence that a neuron answers to most.
/** @param {ResidualView} view */
function strongestTokens(view, neuron) {
  const { data, columns } = part(view.tensors[`${stackOf(view)}.hidden`], view.focus.layer);
  return tokensOf(view)
    .map((chip, token) => ({ chip, token, value: data[token * columns + neuron] }))
    .filter(({ value }) => value > 0)
    .sort((first, second) => second.value - first.value)
    .slice(0, 3)
    .map(({ chip, token, value }) => addTitle(chip, `position ${token}: h = ${full(value)}`));
}

/** @param {ResidualView} view */
function readPromoted(view, neuron) {
  const of = (name) => part(view.tensors[`${stackOf(view)}.${name}`], view.focus.layer, neuron);
  const cosines = of("nearness"); // sent in 16 bits, in which three digits hold
  return [...of("promoted")].flatMap((piece, place) => [
    addTitle(view.facts.pieces[piece], `cosine ${short(cosines[place])}`),
    element("span", "cosine mono fine-print", formatSigned(cosines[place], 2).replace("0.", ".")),
  ]);
}

function addTitle(chip, title) {
  const made = buildChip("span", chip);
  made.title = title;
  return made;
}
