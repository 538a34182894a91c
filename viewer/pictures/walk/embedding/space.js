// The whole vocabulary around the token in focus: how far a piece lies from it is 1 − the cosine of their rows. The
// direction says nothing: neighbours are spread so that their names have room, the others by chance. One of the
// neighbours is picked for the equation.

import { fetchParameters, hasParameters } from "../../../frame/constants.js";
import { stackOf } from "../../../frame/tokens.js";
import { csvNumber } from "../../../widgets/csv.js";
import { depthNow } from "../../../widgets/depth.js";
import { element, label, say, vector } from "../../../widgets/elements.js";
import { full, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { check, radios } from "../../../widgets/radio.js";
import { currentVectors, isNarrow, nearWords, readNeighbours, tableOf } from "./now.js";
import { GROUPS, isSpecial, pieceCount, pieceGroup, pieceName, timesRead } from "./piece.js";
import { cosinesWith, PAD as PADDING } from "./table.js";

const ARCS = [0.25, 0.5, 0.75, 1]; // distances that are marked
const FURTHEST = 1.25; // the distance at the picture's end; pieces beyond it lie there
const NAMED = 6; // words at Look
const OPEN = 0.96; // the share of the picture's height that the arcs fill
const PAD = 30;

/** @param {EmbeddingView} view */
export function buildSpace(view) {
  const svg = vector("svg", "", { role: "img" });
  const names = element("div", "", { role: "radiogroup", "aria-label": "Nearest neighbours by cosine similarity" });
  const frame = element("div", "frame", svg, names);
  const reading = element("p", "reading", { "data-from": "understand", "aria-live": "polite" });
  const key = buildKey(view);
  Object.assign(view.space, { svg, names, frame, reading, around: null, drawn: null });
  new ResizeObserver(() => drawSpace(view)).observe(frame);
  const title = "Distances from the token in focus";
  const head = element("h3", "", { "data-from": "understand" }, title);
  const section = element("section", "space stack", head, frame, key, reading);
  return makeSavable(section, { name: title, lines: () => csvRows(view) });
}

/** @param {EmbeddingView} view */
function csvRows(view) {
  return [
    ["id", "piece", `read in ${view.frame.source}`, "cosine"],
    ...Array.from(cosinesAround(view), ([id, cosine]) => [
      id,
      pieceName(view, id),
      pieceCount(view, id),
      csvNumber(cosine),
    ]),
  ];
}

/** @param {EmbeddingView} view */
function buildKey(view) {
  const entry = (name, words) => element("span", "", element("i", `square ${name}`), words);
  const { counted } = view.facts;
  const { source, language } = view.frame;
  const known = [
    entry("often", `in ${source} training text`),
    entry("never", `never there: mostly pieces of ${language} words`),
    entry("idle", "hardly ever in either language"),
  ];
  const own = element("b");
  view.space = { own };
  const meant = [
    "Each dot is a token; some only begin a word. The further from ",
    own,
    ", the less alike the two vectors, rows of numbers: the distance is 1 − their cosine. The direction means nothing.",
  ];
  return element("p", "key flow fine-print", ...(counted ? known : []), element("span", "", ...meant));
}

// The cosine of every piece with the token in focus, by id; of the nearest alone until the table is here.
/** @param {EmbeddingView} view @returns {Map<number, number>} */
function cosinesAround(view) {
  const { side, id } = currentVectors(view);
  const table = tableOf(view);
  const name = `${side} ${id} ${Boolean(table)}`;
  if (view.space.around?.name !== name) {
    const { ids, cosines } = readNeighbours(view);
    const found = table ? cosinesWith(table, id, 0) : cosines;
    const all = new Map(Array.from(found, (cosine, at) => [table ? at : ids[at], cosine]));
    for (const own of [id, PADDING]) all.delete(own);
    view.space.around = { name, cosines: all };
  }
  return view.space.around.cosines;
}

/** @param {EmbeddingView} view */
export function drawSpace(view) {
  const { frame, names } = view.space;
  const { clientWidth: wide, clientHeight: high } = frame;
  if (!wide) return;
  fetchTable(view);
  const around = cosinesAround(view);
  const [ids, words] = [[...readNeighbours(view).ids], nearWords(view).slice(0, NAMED)];
  const near = depthNow() === "look" && words.length ? words : ids;
  const drawn = [view.space.around.name, wide, high, near].join(" ");
  if (view.space.drawn !== drawn) drawAround(view, around, near, wide, high);
  view.space.drawn = drawn;
  check([...names.children], near.indexOf(ids[view.neighbour]));
  tell(view, currentVectors(view).id);
}

/** @param {EmbeddingView} view */
function drawAround(view, around, near, wide, high) {
  const { svg, names } = view.space;
  const own = pieceName(view, currentVectors(view).id);
  say(view.space.own, `“${own}”`);
  const plan = planOf(view, wide, high);
  const told = near.map((each) => pieceName(view, each)).join(" ");
  svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  svg.setAttribute("aria-label", `The vocabulary around “${own}”; nearest: ${told}.`);
  svg.replaceChildren(
    ...dots(view, around, near, plan),
    ...ARCS.flatMap((distance) => arc(distance, plan)),
    vector("circle", "own", { cx: plan.start, cy: high / 2, r: 8 }),
    label(plan.start, high / 2 - 18, own, "own-name"),
  );
  const buttons = near.map((each, rank) => neighbour(view, each, around.get(each), spread(rank, near.length), plan));
  names.replaceChildren(
    ...radios(buttons, (at) => {
      view.neighbour = [...readNeighbours(view).ids].indexOf(near[at]);
      check(buttons, at);
      view.retell();
    }),
  );
}

// Where a distance lies: on an arc around the token, `side` from −1 at its top to 1 at its end.
function planOf(view, wide, high) {
  const start = (isNarrow(view) ? 1.2 : 2.6) * PAD;
  const scale = (wide - start - PAD) / FURTHEST;
  const place = (distance, side) => {
    const radius = Math.min(distance, FURTHEST) * scale;
    const up = side * Math.min((OPEN * high) / 2, 0.95 * radius);
    return [start + Math.sqrt(radius ** 2 - up ** 2), high / 2 + up];
  };
  return { wide, high, start, scale, place };
}

// All pieces but the nearest, as one path for each group.
function dots(view, around, near, { place }) {
  const paths = GROUPS.map(() => "");
  for (const [each, cosine] of around)
    if (!near.includes(each)) {
      const [x, y] = place(1 - cosine, scatter(each)).map(Math.round);
      paths[view.tensors.groups.data[each]] += `M${x} ${y}h0`;
    }
  return GROUPS.map((group, at) => vector("path", `dots ${group}`, { d: paths[at] }));
}

function arc(distance, { wide, high, scale, place }) {
  const radius = distance * scale;
  const [[x, top], [, bottom]] = [place(distance, -1), place(distance, 1)];
  const words = `${distance === ARCS[0] ? "distance " : ""}${distance}`;
  return [
    vector("path", "arc", { d: `M${x} ${top}A${radius} ${radius} 0 0 1 ${x} ${bottom}` }),
    label(Math.min(x, wide - 20), Math.min(bottom + 16, high - 8), words),
  ];
}

// From the edges inwards, in turns above and below: as arcs bend, what lies further from the token is further right, too.
const spread = (rank, count) => ((rank % 2 ? 1 : -1) * Math.ceil((count - rank) / 2)) / (count / 2 + 0.5);

function neighbour(view, id, cosine, side, { place }) {
  const [x, y] = place(1 - cosine, side).map(Math.round);
  return element(
    "button",
    "neighbour bare",
    {
      ...{ type: "button", style: `left: ${x}px; top: ${y}px` },
      pointerenter: () => tell(view, id),
      pointerleave: () => tell(view, currentVectors(view).id),
    },
    element("i", `square ${pieceGroup(view, id)}`),
    element("span", "face", pieceName(view, id)),
    element("span", "mono", { "data-from": "understand", title: full(cosine) }, short(cosine)),
  );
}

// A number from −1 to 1 that is always the same for a piece.
const scatter = (id) => 2 * ((id * 0.6180339887) % 1) - 1;

// The rest of the vocabulary comes with the table.
/** @param {EmbeddingView} view */
function fetchTable(view) {
  const module = view.facts.modules[stackOf(view)];
  if (!hasParameters(view, module))
    fetchParameters(view, module).then(
      () => hasParameters(view, module) && view.root.isConnected && drawSpace(view),
      () => {}, // the neighbours are there
    );
}

// A piece under the pointer, or the token in focus.
/** @param {EmbeddingView} view */
function tell(view, id) {
  const cosine = cosinesAround(view).get(id) ?? 1; // its own is not among them
  const read =
    isSpecial(view, id) || !view.facts.counted
      ? ""
      : `, ${timesRead(view, id)} times in ${view.frame.source} training text`;
  say(view.space.reading, `“${pieceName(view, id)}”: id ${id}, cosine ${short(cosine)}${read}`);
}
