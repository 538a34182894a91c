// The whole model at work on one sentence: pieces go in, every layer changes their vectors, the decoder writes piece by
// piece.

import { part } from "../../../transport/payload.js";
import { element, vector } from "../../../widgets/elements.js";
import { savedAs } from "../../../widgets/pictures.js";
import { markPlayer, pause, playerBar, playerKeys } from "../../../widgets/player.js";
import { animated } from "./animated.js";
import { candidates } from "./candidates.js";
import { chosenOf } from "./chosen.js";
import { headline } from "./headline.js";
import { opened } from "./opened.js";
import { bands, piece, ribbons, stream, titles, vectors } from "./parts.js";
import { placesOf } from "./places.js";
import "./machine.css";

// A sentence, at rest.
/** @param {MachineView} view @param {{facts: MachineFacts, tensors: Tensors<MachineTensor>}} payload */
export function fill(view, { facts, tensors }) {
  if (view.timer) pause(view);
  const trust = facts.sentence === view.known.sentence ? view.known.trust : null;
  const chosen = chosenOf({ facts, tensors });
  const length = chosen.layers.encoder + 1 + chosen.sizes.T;
  Object.assign(view, { facts: { ...facts, ...chosen, trust }, tensors, length, opened: null, token: undefined });
  view.go = (step) => show(view, { step, row: null });
  view.headline = headline(view.facts, view.isAlone ? trust : view.known.trust);
  view.story = element("p", "story", { "aria-live": trust ? "polite" : "off" });
  view.picture = element("div", "picture", { tabindex: 0, role: "group", "aria-label": "The model at work" });
  view.bar = playerBar(view, true);
  view.root.replaceChildren(view.headline, view.story, view.picture, view.bar);
  view.root.onkeydown = (event) => keys(view, event);
  savedAs(view.picture, {
    name: "The model at work",
    lines: () => lines(view),
    drawing: (format) => {
      if (format !== "svg") return null;
      const made = animated(view);
      show(view, {});
      return made;
    },
  });
  view.svg = null;
  view.pace = undefined;
  rest(view);
  if (view.width) draw(view); // measuring it again would lay out the page twice
}

// The player's keys; up and down choose the English piece whose attention is bright.
/** @param {MachineView} view */
function keys(view, event) {
  if (!["ArrowUp", "ArrowDown"].includes(event.key)) return playerKeys(view, event);
  const { S } = view.facts.sizes;
  const token = event.key === "ArrowDown" ? (view.token ?? -1) + 1 : (view.token ?? S) - 1;
  show(view, { token: (token + S) % S });
  return event.preventDefault();
}

/** @param {MachineView} view */
export function rest(view) {
  show(view, { step: view.length - 1, row: view.facts.first });
}

// Draw everything for the room there is.
/** @param {MachineView} view */
export function fit(view) {
  const width = Math.round(view.root.clientWidth);
  if (!width || width === view.width) return;
  view.width = width;
  draw(view);
}

/** @param {MachineView} view */
function draw(view) {
  const { facts } = view;
  const { S, T } = facts.sizes;
  const places = placesOf(facts, view.width);
  view.places = places;
  const each = (count, make) => Array.from({ length: count }, (_, index) => make(index));
  const source = (token) => () => chooseSource(view, token);
  const target = (token) => () => show(view, { step: view.step, row: token });
  const all = (stack, count) =>
    places[stack].flatMap((_, layer) => each(count, (token) => vectors(view, stack, layer, token)));
  const layers = (count, kind, rows) =>
    each(count, (layer) => each(rows, (row) => ribbons(view, kind, layer, row))).flat();
  view.next = candidates(view);
  const svg = vector(
    "svg",
    places.upright ? "machine upright" : "machine",
    {
      viewBox: `0 0 ${places.width} ${places.height}`,
      width: places.width,
      height: places.height,
      style: `--size: ${Math.max(12, Math.min(13, places.pitch - 3))}px`,
    },
    ...titles(view),
    ...bands(view, (stack, layer, event) => openBand(view, stack, layer, event)),
    ...each(S, (token) => stream(view, "encoder", token)),
    ...each(T, (token) => stream(view, "decoder", token)),
    ...layers(facts.layers.encoder, "encoder", S),
    ...layers(facts.layers.decoder, "decoder", T),
    ...layers(facts.layers.decoder, "cross", T),
    ...all("encoder", S),
    ...all("decoder", T),
    ...each(S, (token) =>
      piece(view, "source", places.encoder[0] - 10, "encoder", token, facts.source[token], source(token)),
    ),
    ...each(T, (token) => piece(view, "target", places.inputs, "decoder", token, facts.target[token], target(token))),
    ...each(T, (token) => piece(view, "output", places.outputs, "decoder", token, facts.output[token], target(token))),
    view.next.element,
  );
  view.svg = svg;
  view.picture.replaceChildren(svg);
  show(view, {});
}

// The step of the player, and the decoder's row that is looked at: the one being written, or one that was clicked.
/** @param {MachineView} view */
export function show(view, change) {
  Object.assign(view, change);
  const { layers, sizes } = view.facts;
  const reading = Math.min(view.step, layers.encoder);
  const written = view.step - layers.encoder - 1;
  const row = view.row ?? written;
  view.current = row;
  markPlayer(view, place(view, reading, row), row < 0 ? view.step : layers.encoder + 1 + row);
  view.story.replaceChildren(...story(view, reading, row));
  if (!view.svg) return;
  for (const group of view.svg.querySelectorAll("g")) mark(view, group, { reading, written, row });
  view.svg.classList.toggle("writing", written >= 0);
  view.next.show(row >= 0 && row < sizes.T ? row : null);
  if (view.opened) view.opened.fill(view);
}

/** @param {MachineView} view */
function mark(view, group, { reading, written, row }) {
  const layer = Number(group.dataset.layer);
  const token = Number(group.dataset.token);
  const is = (name) => group.classList.contains(name);
  let ahead = false;
  let here = false;
  if (is("vector")) ahead = is("encoder") ? layer > reading : token > written;
  else if (is("ribbons") && is("encoder")) {
    ahead = layer >= reading;
    here =
      (view.token === token && (view.layer ?? layer) === layer) ||
      (view.token === undefined && layer === reading - 1 && written < 0);
  } else if (is("ribbons")) ahead = token !== row;
  else if (is("piece") && !is("source")) {
    ahead = token > written;
    here = is("output") && token === row;
  } else if (is("piece")) here = token === view.token;
  else return;
  group.classList.toggle("ahead", ahead);
  group.classList.toggle("here", here && !ahead);
}

/** @param {MachineView} view */
function chooseSource(view, token) {
  view.token = view.token === token ? undefined : token;
  show(view, { layer: undefined });
}

/** @param {MachineView} view */
function openBand(view, stack, layer, event) {
  event?.preventDefault();
  openLayer(view, stack, layer);
  view.opened.element.focus();
}

/** @param {MachineView} view */
export function openLayer(view, stack, layer) {
  view.opened?.element.remove();
  view.opened = opened(view, stack, layer, () => {
    view.opened.element.remove();
    view.opened = null;
    view.svg.querySelector(`.band.${stack}[data-layer="${layer}"]`)?.focus();
  });
  view.picture.append(view.opened.element);
}

/** @param {MachineView} view */
function place({ facts, length }, reading, row) {
  const { encoder } = facts.layers;
  const done = row >= 0 ? `piece ${row + 1}` : reading ? `encoder layer ${reading}` : "the pieces";
  return `${(row >= 0 ? encoder + 1 + row : reading) + 1} of ${length}: ${done}`;
}

/** @param {MachineView} view */
function story({ facts, tensors }, reading, row) {
  if (row < 0) {
    if (!reading) return [`Every piece of the sentence becomes a vector: ${facts.sizes.D} numbers.`];
    return [`Layer ${reading}: every piece looks at the others and adds what it finds to its vector.`];
  }
  const looks = part(tensors["cross.weights"], facts.alignedLayer, row);
  const most = looks.indexOf(Math.max(...looks));
  const taken = facts.candidates[row]?.find((each) => each.taken);
  const text = element("b", "", facts.output[row].text, { lang: facts.language.code });
  const chance = taken ? ` (${Math.round(100 * taken.probability)}%)` : "";
  return ["The decoder writes ", text, `${chance} and looks most at `, element("b", "", facts.source[most].text), "."];
}

/** @param {MachineView} view */
function lines({ facts, tensors }) {
  return [
    ["written", ...facts.source.map((chip) => chip.text)],
    ...facts.output.map((chip, row) => [chip.text, ...part(tensors["cross.weights"], facts.alignedLayer, row)]),
  ];
}
