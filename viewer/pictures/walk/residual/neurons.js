// The feed-forward layer: how many neurons are above 0, the activations of the token in focus by strength, and
// the strongest neurons with what they write.

import { stackOf, tokensOf, tokenText } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { buildChip, textsOf } from "../../../widgets/chips.js";
import { numbers } from "../../../widgets/choice.js";
import { csvNumber } from "../../../widgets/csv.js";
import { buildTrack, element, say, spans, vector } from "../../../widgets/elements.js";
import { buildCaption, matrix } from "../../../widgets/matrix.js";
import { formatSigned, full, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { check, radios } from "../../../widgets/radio.js";
import { buildStackedTable } from "../../../widgets/stacked_table.js";
import { ACTIVATIONS } from "./activation.js";

const GROUP = { role: "radiogroup", "aria-label": "The neuron in the equation" };
const MANY_TOKENS = 24; // the share of each then needs the whole width
const STRONGEST = 10; // neurons that are listed

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
  const bars = buildBars(view);
  const pair = element("div", "side-by-side", share.element, bars.element);
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
      bars.draw();
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
  const path = vector("path");
  const axis = { viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img" };
  const svg = vector("svg", "neuron-bars", axis, path);
  const caption = buildCaption("All neurons for this token, strongest first");
  const figure = element(
    "figure",
    "matrix",
    caption,
    svg,
    element("p", "hint apart row", ...spans("strongest", "weakest")),
  );
  makeSavable(figure, { name: "All neurons for this token", lines: () => csvRows(view) });
  return {
    element: figure,
    draw() {
      const { activations, order, active } = view.ranked;
      const most = activations[order[0]] || 1;
      const least = Math.min(0, activations[order.at(-1)]); // below 0 with swish and GELU
      const y = (value) => ((100 * (most - value)) / (most - least)).toFixed(2);
      const x = (at) => ((100 * at) / order.length).toFixed(2);
      const outline = order.map((neuron, at) => `L${x(at)} ${y(activations[neuron])}H${x(at + 1)}`).join("");
      path.setAttribute("d", `M0 ${y(0)}${outline}V${y(0)}Z`);
      caption.lastElementChild?.replaceChildren(`1 × d_ff = 1 × ${order.length}, from ${short(most)} down`);
      svg.setAttribute("aria-label", `Activations of ${order.length} neurons by strength: ${active} are above 0.`);
    },
  };
}

/** @param {ResidualView} view */
function csvRows({ ranked: { activations, order } }) {
  const line = (neuron, at) => [at + 1, neuron, csvNumber(activations[neuron])];
  return [["rank", "neuron", "activation"], ...order.map(line)];
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
    buildTrack(value / activations[order[0]]),
  ];
  const pieces = view.facts.pieces ? [readPromoted(view, view.facts.pieces, neuron)] : [];
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

/** @param {ResidualView} view @param {Chip[]} pieces */
function readPromoted(view, pieces, neuron) {
  const of = (name) => part(view.tensors[`${stackOf(view)}.${name}`], view.focus.layer, neuron);
  const cosines = of("nearness"); // sent in 16 bits, in which three digits hold
  return [...of("promoted")].flatMap((piece, place) => [
    addTitle(pieces[piece], `cosine ${short(cosines[place])}`),
    element("span", "cosine mono fine-print", formatSigned(cosines[place], 2).replace("0.", ".")),
  ]);
}

function addTitle(chip, title) {
  const made = buildChip("span", chip);
  made.title = title;
  return made;
}
