// The feed-forward layer: how many neurons ReLU lets through, the activations of the token in focus by strength, and
// the strongest neurons with what they write.

import { LABEL, sized } from "../../widgets/canvas.js";
import { chipOf } from "../../widgets/chips.js";
import { numbers } from "../../widgets/choice.js";
import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { full, short, signed } from "../../widgets/numbers.js";
import { inks } from "../../widgets/palette.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { check } from "../../widgets/radio.js";
import { STRONGEST, stackOfFocus, tokensOf, tokenText } from "./step.js";
import { roundStep } from "./stream.js";

const MANY_TOKENS = 24; // the share of each then needs the whole width
const BARS = { left: 44, top: 22, height: 132, bottom: 34 };

/** @param {ResidualView} view */
export function neuronsPanel(view) {
  const box = element("section", "panel");
  box.append(element("h3", "neuronstitle"), element("p", "lead neuronslead"));
  view.share = matrix({
    name: "Share of neurons that ReLU lets through",
    rows: { title: "layer", labels: [] },
    columns: { title: "token", labels: [] },
    scale: "plain",
    unit: "% of the layer’s neurons",
    height: 24,
    cell: [7, 46],
    pick: (layer, token) => view.set({ layer, token }),
  });
  view.bars = neuronBars(view);
  view.ten = element("div", "tenneurons sideways");
  const pair = element("div", "pair neuronpictures");
  pair.append(view.share.element, view.bars.element);
  savedAs(view.ten, { name: "The ten strongest neurons" });
  box.append(pair, element("b", "tentitle"), view.ten, element("p", "hint tenhint"));
  return box;
}

// Neurons of the layer and token in focus, strongest first.
/** @param {ResidualView} view */
export function ranked(view) {
  const { layer, token } = view.focus;
  const activations = part(view.tensors[`${stackOfFocus(view)}.hidden`], layer, token);
  const order = Array.from(activations.keys()).sort(
    (first, second) => activations[second] - activations[first] || first - second,
  );
  return { activations, order, active: activations.reduce((count, value) => count + (value > 0), 0) };
}

// The neuron in the equation: the strongest until another is chosen, and again for another token or layer.
/** @param {ResidualView} view */
export function neuronInFocus(view, found) {
  const here = `${stackOfFocus(view)}.${view.focus.layer}.${view.focus.token}`;
  if (view.neuronOf !== here || view.neuron >= found.activations.length) {
    view.neuron = found.order[0];
    view.neuronOf = here;
  }
  return view.neuron;
}

/** @param {ResidualView} view */
export function updateNeurons(view) {
  const found = view.ranked;
  const { layer, token } = view.focus;
  const stack = stackOfFocus(view);
  const name = `“${tokenText(view, token)}”`;
  const count = view.sizes.d_ff;
  view.root.querySelector(".neuronstitle").textContent = `The feed-forward layer of layer ${layer + 1}`;
  view.root.querySelector(".neuronslead").textContent =
    `Each of its ${count} neurons looks at one token alone. It stays silent, at 0, unless the token’s vector points ` +
    `far enough in the direction that the neuron answers to. For ${name} ${found.active} of ${count} are active here.`;
  const share = part(view.tensors[`${stack}.share`]);
  const percent = Float32Array.from(share.data, (each) => 100 * each);
  view.share.draw(
    { data: percent, rows: share.rows, columns: share.columns },
    { row: layer, column: token },
    {
      rows: { title: "layer", labels: numbers(share.rows).map(([label]) => label) },
      columns: { title: "token", labels: tokensOf(view).map(({ text: words }) => words) },
      shape: `layers × tokens = ${share.rows} × ${share.columns}`,
    },
  );
  view.bars.paint();
  view.root.querySelector(".neuronpictures").classList.toggle("long", share.columns > MANY_TOKENS);
  listStrongest(view, found);
}

// ---- all activations, by strength
/** @param {ResidualView} view */
function neuronBars(view) {
  const figure = element("figure", "matrix");
  const caption = element("figcaption");
  const shape = element("span", "shape");
  caption.append(element("b", "", "All neurons for this token, strongest first"), shape);
  const canvas = element("canvas");
  canvas.setAttribute("role", "img");
  const reading = element("p", "reading");
  figure.append(caption, canvas, reading);
  const picture = { view, canvas, reading, shape, hover: null };
  savedAs(figure, { name: "All neurons for this token", lines: () => neuronLines(view) });
  const paint = () => canvas.parentElement?.clientWidth && view.ranked && paintNeuronBars(picture);
  new ResizeObserver(paint).observe(figure);
  canvas.addEventListener("pointermove", (event) => {
    const at = Math.floor((event.offsetX - BARS.left) / picture.step);
    picture.hover = at >= 0 && at < view.ranked.order.length ? at : null;
    paint();
  });
  const leave = () => {
    picture.hover = null;
    paint();
  };
  canvas.addEventListener("pointerleave", leave);
  canvas.addEventListener("blur", leave);
  canvas.tabIndex = 0;
  canvas.addEventListener("keydown", (event) => {
    const last = view.ranked.order.length - 1;
    const at = picture.hover ?? view.ranked.order.indexOf(view.neuron);
    const goal = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    picture.hover = Math.min(Math.max(goal, 0), last);
    paint();
  });
  return { element: figure, paint };
}

/** @param {ResidualView} view */
function neuronLines({ ranked: { activations, order } }) {
  return [
    ["rank", "neuron", "activation"],
    ...order.map((neuron, at) => [at + 1, neuron, csvNumber(activations[neuron])]),
  ];
}

function paintNeuronBars(picture) {
  const { canvas, view, hover } = picture;
  const { activations, order, active } = view.ranked;
  const wide = canvas.parentElement.clientWidth;
  const high = BARS.top + BARS.height + BARS.bottom;
  const pen = sized(canvas, wide, high);
  const ink = inks(canvas);
  picture.step = (wide - BARS.left - 4) / order.length;
  const most = activations[order[0]] || 1;
  const floor = BARS.top + BARS.height;
  pen.font = `${LABEL}px ${ink.family}`;
  pen.textBaseline = "middle";
  pen.textAlign = "right";
  const step = roundStep(most / 3.2);
  for (let value = 0; value <= most; value += step) {
    const y = Math.round(floor - (BARS.height * value) / most) + 0.5;
    pen.strokeStyle = ink.hair;
    pen.beginPath();
    pen.moveTo(BARS.left, y);
    pen.lineTo(wide - 4, y);
    pen.stroke();
    pen.fillStyle = ink.text;
    pen.fillText(String(Number(value.toPrecision(6))), BARS.left - 6, y);
  }
  // One outline for all bars: drawn one by one, their edges would shimmer where several share a pixel.
  const length = (at) => (BARS.height * activations[order[at]]) / most;
  pen.fillStyle = ink[stackOfFocus(view)];
  pen.beginPath();
  pen.moveTo(BARS.left, floor);
  order.forEach((_, at) => {
    pen.lineTo(BARS.left + at * picture.step, floor - length(at));
    pen.lineTo(BARS.left + (at + 1) * picture.step, floor - length(at));
  });
  pen.lineTo(BARS.left + order.length * picture.step, floor);
  pen.fill();
  if (hover !== null) {
    pen.fillStyle = ink.text;
    pen.fillRect(
      BARS.left + hover * picture.step,
      floor - Math.max(length(hover), 3),
      Math.max(picture.step, 1.5),
      Math.max(length(hover), 3),
    );
  }
  const edge = BARS.left + active * picture.step;
  pen.fillStyle = ink.text;
  pen.strokeStyle = ink.text;
  pen.setLineDash([3, 3]);
  pen.beginPath();
  pen.moveTo(edge, BARS.top + 26);
  pen.lineTo(edge, floor + 5);
  pen.stroke();
  pen.setLineDash([]);
  const right = edge + 130 < wide;
  pen.textAlign = right ? "left" : "right";
  pen.fillText(`${active} active, ${order.length - active} silent`, edge + (right ? 6 : -6), BARS.top + 34);
  pen.textAlign = "left";
  pen.font = `italic ${LABEL}px ${ink.family}`;
  pen.fillText("↑ activation h after ReLU", 2, 9);
  pen.fillText(`${order.length} neurons, strongest first →`, BARS.left, floor + 18);
  picture.shape.textContent = `1 × d_ff = 1 × ${order.length}`;
  const at = hover ?? order.indexOf(view.neuron);
  picture.reading.textContent = `number ${at + 1} in strength, neuron ${order[at]}: ${full(activations[order[at]])}`;
  canvas.setAttribute(
    "aria-label",
    `Activations of ${order.length} neurons by strength: ${active} are active. ${picture.reading.textContent}`,
  );
}

// ---- the strongest, one row each
/** @param {ResidualView} view */
function listStrongest(view, { activations, order, active }) {
  const listed = order.slice(0, Math.min(STRONGEST, active));
  const { root, ten } = view;
  const decoder = stackOfFocus(view) === "decoder";
  const which = listed.length < active ? "ten strongest neurons" : `${listed.length} active neurons`;
  root.querySelector(".tentitle").textContent = listed.length
    ? `The ${listed.length === 1 ? "only active neuron" : which} for “${tokenText(view, view.focus.token)}”`
    : "";
  const hint = decoder
    ? "In the decoder, and most of all in its last layer, it tells what the neuron makes more likely to be said."
    : "In the encoder nothing is said yet, so take it as a hint at what the neuron notes down.";
  root.querySelector(".tenhint").textContent = listed.length
    ? `“Its output points to”: the pieces of the vocabulary whose embeddings lie closest, by cosine, to what the ` +
      `neuron adds (its row of W₂), as in Geva et al. 2022. It is a projection, not a proof: the layers above read ` +
      `the stream in their own way. ${hint}`
    : "Every neuron is silent for this token: the layer adds its constant b₂ alone.";
  const table = element("table");
  const head = element("tr");
  head.append(
    ...["neuron", "activation h", "strongest in this sentence on", "its output points to"].map((words) => {
      const cell = element("th", "", words);
      cell.scope = "col";
      return cell;
    }),
  );
  const body = element("tbody");
  body.setAttribute("role", "radiogroup");
  body.setAttribute("aria-label", "The neuron in the equation");
  const most = activations[order[0]] || 1;
  body.append(...listed.map((neuron, place) => neuronRow(view, neuron, activations[neuron], most, listed, place)));
  const top = element("thead");
  top.append(head);
  table.append(top, body);
  ten.replaceChildren(...(listed.length ? [table] : []));
}

/** @param {ResidualView} view */
function neuronRow(view, neuron, value, most, listed, place) {
  const line = element("tr");
  const button = element("button", "", String(neuron));
  button.type = "button";
  button.setAttribute("role", "radio");
  button.setAttribute("aria-checked", String(neuron === view.neuron));
  button.tabIndex = neuron === view.neuron || (place === 0 && !listed.includes(view.neuron)) ? 0 : -1;
  button.title = "Put this neuron into the equation";
  button.addEventListener("click", () => chooseNeuron(view, neuron));
  button.addEventListener("keydown", (event) => {
    const move = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move) return;
    event.preventDefault();
    chooseNeuron(view, listed[(place + move + listed.length) % listed.length]);
    view.ten.querySelector("[aria-checked=true]")?.focus();
  });
  const strength = element("td", "strength");
  const size = element("span", "size");
  size.style.width = `calc(${(100 * value) / most}% * 0.45)`;
  const amount = element("span", "amount", short(value));
  amount.title = full(value);
  strength.append(amount, size);
  const number = element("td");
  number.append(button);
  line.append(number, strength, strongestTokens(view, neuron), promotedPieces(view, neuron));
  return line;
}

/** @param {ResidualView} view */
function chooseNeuron(view, neuron) {
  view.neuron = neuron;
  const buttons = [...view.ten.querySelectorAll("[role=radio]")];
  check(
    buttons,
    buttons.findIndex((button) => button.textContent === String(neuron)),
  );
  view.bars.paint();
  view.retell();
}

// The tokens of this sentence that a neuron answers to most.
/** @param {ResidualView} view */
function strongestTokens(view, neuron) {
  const cell = element("td", "few");
  const tokens = tokensOf(view);
  const { data, columns } = part(view.tensors[`${stackOfFocus(view)}.hidden`], view.focus.layer);
  const values = tokens
    .map((chip, token) => ({ chip, token, value: data[token * columns + neuron] }))
    .filter(({ value }) => value > 0);
  values.sort((first, second) => second.value - first.value);
  for (const { chip, token, value } of values.slice(0, 3)) {
    const made = chipOf("span", chip);
    made.title = `position ${token}: h = ${full(value)}`;
    cell.append(made);
  }
  return cell;
}

/** @param {ResidualView} view */
function promotedPieces(view, neuron) {
  const cell = element("td");
  const stack = stackOfFocus(view);
  const pieces = part(view.tensors[`${stack}.promoted`], view.focus.layer, neuron);
  const nearness = part(view.tensors[`${stack}.nearness`], view.focus.layer, neuron);
  pieces.forEach((piece, place) => {
    const made = chipOf("span", view.facts.pieces[piece]);
    made.title = `cosine ${short(nearness[place])}`; // sent in 16 bits, in which three digits hold
    cell.append(made, element("span", "cosine", signed(nearness[place], 2).replace("0.", ".")));
  });
  return cell;
}
