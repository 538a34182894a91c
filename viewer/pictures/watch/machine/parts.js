// The parts of the picture as SVG: bands, vectors, ribbons, pieces. Each is drawn once per sentence; a step of the
// player only changes which of them are visible.

import { part } from "../../../transport/payload.js";
import { vector } from "../../../widgets/elements.js";
import { rove } from "../../../widgets/radio.js";

const LEAST = 0.06; // of an attention weight that is drawn
const THICKEST = 0.55; // of the distance between two tokens, for a weight of 1
const BAR = 9; // pixels, a vector's other side
const LETTERS = 10; // of a piece; the rest is cut off
const LETTER = 6.4; // pixels, the mean width of a title’s letters

const NAMES = { encoder: "Encoder", decoder: "Decoder" };

/** @param {MachineView} view */
export function bands(view, open) {
  const { places } = view;
  const made = ["encoder", "decoder"].flatMap((stack) => {
    const stations = places[stack];
    return stations.slice(1).map((along, index) => {
      const from = stations[index] + BAR / 2 + 1;
      const name = `${NAMES[stack]} layer ${index + 1}`;
      return vector(
        "g",
        `band ${stack}`,
        {
          "data-layer": index,
          role: "button",
          "aria-label": `${name}: open`,
          click: () => open(stack, index),
        },
        { keydown: (event) => ["Enter", " "].includes(event.key) && open(stack, index, event) },
        vector("title", "", name),
        box(places, from, places.begin - 20, along - BAR / 2 - 1, places.end),
        words(places, (from + along) / 2 - BAR / 4, places.begin - 8, String(index + 1), "number"),
      );
    });
  });
  return rove(made);
}

// How far apart the middles of two titles are at least, in pixels.
const apart = (one, other) => (LETTER * (one.length + other.length)) / 2 + 8;

/** @param {MachineView} view */
export function titles(view) {
  const { places, facts } = view;
  const { encoder, decoder } = places;
  const title = (along, text, names) =>
    words(places, along, places.begin - (places.upright ? 26 : 32), text, `title ${names}`);
  const [reads, writes, back] = ["Encoder reads", "Decoder writes", "reads back"];
  const middle = (stations) => (stations[0] + stations.at(-1)) / 2;
  const readsAt = middle(encoder);
  if (places.upright) return [title(readsAt, reads, "encoder"), title(middle(decoder), writes, "decoder")];
  const backAt = middle([places.inputs, decoder[0]]);
  const between = (text) => Math.max(middle([encoder.at(-1), places.inputs]), readsAt + apart(reads, text));
  const fits = (text) => between(text) + apart(text, back) <= backAt;
  const attention = ["attention to the memory", "attention"].find(fits);
  return [
    title(readsAt, reads, "encoder"),
    ...(attention ? [title(between(attention), attention, "cross")] : []),
    title(backAt, back, "decoder"),
    title(Math.max(middle(decoder), backAt + apart(back, writes)), writes, "decoder"),
    title(places.candidates + 60, `next ${facts.language.name} piece`, ""),
  ];
}

// The vectors of a stack at one station: a bar of cells for each token.
/** @param {MachineView} view */
export function vectors(view, stack, layer, token) {
  const { places, facts, tensors } = view;
  const { data, columns } = part(tensors[stack], layer);
  const chosen = facts.cells[stack];
  const size = Math.sqrt(data.reduce((sum, each) => sum + each * each, 0) / data.length);
  const group = vector("g", `vector ${stack}`, { "data-layer": layer, "data-token": token });
  const middle = places.row(stack, token);
  chosen.forEach((dimension, index) => {
    const value = data[token * columns + dimension] / size;
    const across = middle + (index - chosen.length / 2) * places.cell;
    const along = places[stack][layer] - BAR / 2;
    const cell = box(places, along, across, along + BAR, across + places.cell);
    cell.setAttribute("class", value < 0 ? "below" : "above");
    cell.setAttribute("fill-opacity", Math.min(1, 0.08 + Math.abs(value) / 2.5).toFixed(2));
    group.append(cell);
  });
  return group;
}

// The ribbons into the tokens of one layer: how much each token looks at every other.
/** @param {MachineView} view */
export function ribbons(view, kind, layer, query) {
  const { places, tensors } = view;
  const [keys, queries] = kind === "cross" ? ["encoder", "decoder"] : [kind, kind];
  const to = places[queries][layer + 1] - BAR / 2;
  const from = kind === "cross" ? places.encoder.at(-1) + BAR / 2 : places[keys][layer] + BAR / 2;
  const group = vector("g", `ribbons ${kind}`, { "data-layer": layer, "data-token": query });
  for (const [key, weight] of part(tensors[`${kind}.weights`], layer, query).entries()) {
    if (weight < LEAST) continue;
    group.append(ribbon(places, from, places.row(keys, key), to, places.row(queries, query), weight));
  }
  return group;
}

function ribbon(places, from, begin, to, end, weight) {
  const middle = (from + to) / 2;
  const points = [places.at(from, begin), places.at(middle, begin), places.at(middle, end), places.at(to, end)];
  const [first, ...rest] = points.map((point) => point.map((each) => each.toFixed(1)).join(" "));
  return vector("path", "", {
    d: `M${first}C${rest.join(" ")}`,
    "stroke-width": (weight * THICKEST * places.pitch).toFixed(2),
    "stroke-opacity": (0.15 + 0.7 * weight).toFixed(2),
  });
}

// The token's own vector, which every layer adds to.
/** @param {MachineView} view */
export function stream(view, stack, token) {
  const { places } = view;
  const row = places.row(stack, token);
  const [x1, y1] = places.at(places[stack][0], row);
  const [x2, y2] = places.at(places[stack].at(-1), row);
  return vector("line", "stream", { x1, y1, x2, y2 });
}

// A clickable piece of a text at its row.
/** @param {MachineView} view */
export function piece(view, names, along, stack, token, { text, joined, special }, choose) {
  const { places } = view;
  const letters = [...(joined && /\p{L}/u.test(text) ? `·${text}` : text)];
  const label = letters.length > LETTERS ? `${letters.slice(0, LETTERS - 1).join("")}…` : letters.join("");
  const wide = 14 + 7.2 * [...label].length;
  const row = places.row(stack, token);
  const thick = Math.min(22, places.pitch - 3) / 2;
  // A long piece is neither cut off at the picture's edge nor drawn over the vector made from it.
  const from = {
    source: Math.max(1, along - wide),
    target: Math.min(along, places.decoder[0] - BAR - wide),
    output: along,
  }[names];
  const to = from + wide;
  const parts = [
    letters.length > LETTERS && vector("title", "", text),
    box(places, from, row - thick, to, row + thick),
    words(places, (from + to) / 2, row, label, special ? "special" : ""),
  ];
  // Not a Tab stop: the arrow keys go from piece to piece.
  const opens = { role: "button", "aria-label": text, click: choose };
  return vector("g", `piece ${names}`, { "data-token": token, ...opens }, ...parts);
}

/** @param {MachinePlaces} places */
export function box(places, from, begin, to, end) {
  const [x, y] = places.at(from, begin);
  const [right, bottom] = places.at(to, end);
  return vector("rect", "", { x, y, width: right - x, height: bottom - y, rx: 2 });
}

// In the upright layout, text across the flow is rotated, so that it needs no more room than its row.
/** @param {MachinePlaces} places */
function words(places, along, across, text, names) {
  const [x, y] = places.at(along, across);
  const turned = places.upright && !names.includes("number");
  return vector("text", names, { x, y, ...(turned && { transform: `rotate(-90 ${x} ${y})` }) }, text);
}
