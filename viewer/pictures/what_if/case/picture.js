// The case as a picture: the English sentence, what flows from its words to the choice, and the doors.

import { box, line, ribbon, roomOf, widthOf, words } from "../../../widgets/marks/marks.js";
import { percent } from "../../../widgets/numbers.js";
import { doorsOf, HIDE, headRow, isSecret, looksAtClue, parseHead, roleWords, spellChips, winnerOf } from "./shown.js";
import { HEADS, HIDING, KNOCK, MEAN, RIDDLE } from "./story.js";

/** @typedef {import("../../../widgets/marks/marks.js").Mark} Mark */

const NARROW = 640; // pixels
const LEAST = 0.004; // of a weight that is drawn
const SEEN = 0.06; // of one that is cut
const WHEEL = 3; // rows of it that are seen
const STRONG = 0.5; // of a head's weight on the clue: it glows

/** @param {number} width @param {number} height @param {number} count  words of the sentence */
export function caseRoom(width, height, count) {
  const roomy = Math.max(14, Math.min(width / 50, height / (1.32 * (count + WHEEL)), 44));
  return roomOf(width, height, false, width < NARROW ? 16 : roomy);
}

// Where things are; on a phone the doors are under the sentence, so that nothing lies over the ribbons.
/** @param {CaseShown} shown */
export function casePlaces({ passage, case: { rows }, room }) {
  const all = roleWords(passage);
  const { width, height, size } = room;
  const wide =
    Math.max(
      ...rows.map(({ filling }) => widthOf(filling, 1.15 * size)),
      ...all.filter(({ role }) => role === "clue").map(({ text }) => widthOf(text, 1.15 * size)),
    ) +
    0.6 * size;
  const column = Math.max(wide, ...all.map(({ text }) => widthOf(text, 1.1 * size)));
  const isNarrow = width < NARROW;
  const left = 0.53 * width;
  const door = isNarrow
    ? { x: 2, y: 0.85 * height - 5.6 * size, width: width - 4, height: 0.15 * height }
    : { x: left, y: 0.22 * height, width: width - 4 - left, height: 0.47 * height };
  const french = { x: door.x, y: door.y - (isNarrow ? 1.2 : 1.5) * size, width: door.width };
  const high = isNarrow ? french.y - 1.2 * size : height; // of the sentence
  const pitch = Math.min(2.1 * size, high / (all.length + WHEEL - 1));
  let top = (high - pitch * (all.length + WHEEL - 1)) / 2;
  const places = all.map(({ role }) => {
    const rows = role === "clue" ? WHEEL : 1;
    top += rows * pitch;
    return { x: column, y: top - (rows * pitch) / 2, from: column + 0.6 * size };
  });
  const wheel = places[all.findIndex(({ role }) => role === "clue")];
  return {
    ...{ places, door, french, high },
    ...(isNarrow
      ? { end: width, middle: high / 2, thick: 0.4 * high }
      : { end: left, middle: door.y + door.height / 2, thick: 0.38 * height }),
    goal: (isNarrow ? width : left) - 7.4 * size,
    wheel: wheel && { x: column - wide + 0.3 * size, y: wheel.y - (WHEEL * pitch) / 2, width: wide, row: pitch },
  };
}

/** @param {CaseShown} shown @returns {Mark[]} */
export function caseMarks(shown) {
  const at = casePlaces(shown);
  if (!shown.passage.halted) return [...sentence(shown, at), ...french(shown, at)];
  return [...flows(shown, at), ...sentence(shown, at), ...french(shown, at), ...doors(shown, at)];
}

/** @param {CaseShown} shown @returns {Mark[]} */
function sentence({ passage, beat, change, room }, { places }) {
  return roleWords(passage).flatMap(({ text, role }, at) => {
    if (role === "clue") return []; // the wheel
    const isHidden = role === "decoy" && beat === HIDING && change === HIDE.decoy;
    const size = (role === "end" ? 0.7 : 1.1) * room.size;
    const { x, y } = places[at];
    const look = `said ${role}${isHidden ? " hidden" : ""}`;
    const made = words(room, `word:${at}`, x, y, text, { size, anchor: "end", look });
    if (!isHidden) return [made];
    const long = widthOf(text, size) - 0.5 * size;
    return [made, line(room, `strike:${at}`, [x - long, y, x, y], "strike")];
  });
}

/** @param {CaseShown} shown @returns {Mark[]} */
function french({ passage, room }, { french: { x, y, width } }) {
  const text = `${spellChips(passage.prefix)}${passage.halted ? " …" : ""}`;
  const size = Math.min(1.35 * room.size, width / (0.5 * text.length));
  return [words(room, "french", x, y, text, { size, anchor: "start", look: "french" })];
}

// Attention's weights as ribbons, each made of the strands of its heads: side by side in the mean, apart later.
/** @param {CaseShown} shown @returns {Mark[]} */
function flows(shown, at) {
  const { beat, room, change, passage, case: own } = shown;
  if (beat === RIDDLE) return riddle(shown, at);
  const leader = parseHead(own.leader);
  const count = shown.weights.shape[2];
  const bundles = Array.from({ length: count }, (_, head) => ({ layer: leader.layer, head }));
  const isApart = beat >= HEADS;
  const others = new Set(
    [own.understudy, ...(passage.changes.at(-1)?.heads ?? [])].filter((name) => /^cross/.test(name)),
  );
  if (beat === KNOCK)
    for (const { layer, head } of [...others].map(parseHead)) if (layer !== leader.layer) bundles.push({ layer, head });
  const cut = beat === KNOCK ? passage.changes[change].heads : [];
  const isCut = ({ layer, head }) => cut.includes(`cross.${layer}.${head}`);
  const thick = at.thick / count;
  const free = (0.92 * at.high - thick * bundles.length) / (bundles.length - 1 || 1);
  const gap = isApart ? Math.min(free, 2 * room.size) : 0;
  const begin = at.middle - (thick * bundles.length + gap * (bundles.length - 1)) / 2;
  const all = roleWords(passage);
  const rows = bundles.map(({ layer, head }) => headRow(shown, change, layer, head));
  const weightOf = (bundle, word) => all[word].places.reduce((sum, place) => sum + rows[bundle][place], 0);
  // Where the strands of a word begin, and where those of a bundle end; the mean's end word by word.
  const ends = bundles.map((_, bundle) => begin + bundle * (thick + gap));
  let meanEnd = begin;
  const marks = [];
  for (const [word, place] of at.places.entries()) {
    const totals = bundles.map((_, bundle) => thick * weightOf(bundle, word));
    const total = totals.reduce((sum, each) => sum + each, 0);
    let from = Math.max(0, Math.min(at.high - total, place.y - total / 2));
    for (const [bundle, { layer, head }] of bundles.entries()) {
      const wide = totals[bundle];
      const to = (isApart ? ends[bundle] : meanEnd) + wide / 2;
      if (wide > (isCut({ layer, head }) ? SEEN : LEAST) * thick) {
        const edges = [place.from, from + wide / 2, at.goal, to];
        marks.push(
          ribbon(room, `strand:${layer}.${head}.${word}`, edges, Math.max(0.6, wide), {
            look: lookOf(shown, { layer, head }, isCut, isApart),
          }),
        );
      }
      from += wide;
      ends[bundle] += wide;
      meanEnd += wide;
    }
  }
  return [
    ...marks.sort((one, other) => Number(/glow/.test(one.look)) - Number(/glow/.test(other.look))),
    ...labels(shown, at, { bundles, begin, thick, gap, isCut, isApart }),
  ];
}

// Every word may have a say, and none is known yet.
/** @param {CaseShown} shown @returns {Mark[]} */
function riddle(shown, at) {
  const { room, change } = shown;
  const { size } = room;
  const { x, y, width } = at.door;
  const rail = y - 0.45 * size; // over the doors
  const ends = doorsOf(shown, change).map((_, door, all) => x + ((door + 0.5) * width) / all.length);
  const from = Math.max(...at.places.map((place) => place.from));
  const isBeside = at.end < room.width; // the doors
  const [middle, half] = [isBeside ? (from + at.end) / 2 : room.width - 4 * size, 2.2 * size];
  const first = isBeside ? x : ends[0];
  const way = (key, edges) => ribbon(room, key, edges, 0, { look: "maybe" });
  return [
    ...at.places.map((place, word) => way(`maybe:${word}`, [place.from, place.y, middle - half, at.middle])),
    isBeside
      ? way("maybe:on", [middle + half, at.middle, first, rail])
      : line(room, "maybe:on", [middle, at.middle + half, middle, rail], "lead"),
    line(room, "maybe:rail", [first, rail, ends.at(-1), rail], "lead"),
    ...ends.map((end, door) => line(room, `maybe:door:${door}`, [end, rail, end, y], "lead")),
    words(room, "riddle", middle, at.middle, "?", { size: 4 * size, look: "riddle" }),
  ];
}

function lookOf(shown, { layer, head }, isCut, isApart) {
  if (!isApart) return "mean";
  const onClue = shown.passage.clue.reduce((sum, place) => sum + headRow(shown, shown.change, layer, head)[place], 0);
  return `head-${head % 8}${isCut({ layer, head }) ? " cut" : onClue >= STRONG ? " glow" : ""}`;
}

// Beside the ends of the ribbons: whose they are.
/** @returns {Mark[]} */
function labels(shown, at, { bundles, begin, thick, gap, isCut, isApart }) {
  const { room, case: own, change } = shown;
  const leader = parseHead(own.leader);
  const put = (key, y, text, look) =>
    words(room, key, at.goal + 0.4 * room.size, y, text, { size: 0.85 * room.size, anchor: "start", look });
  if (!isApart) return [put("label:mean", at.middle, "on average", "label")];
  const looks = looksAtClue(shown, change);
  const isMixed = bundles.some(({ layer }) => layer !== leader.layer);
  return bundles.map(({ layer, head }, bundle) => {
    const y = begin + bundle * (thick + gap) + thick / 2;
    const isLayer = layer === leader.layer;
    const name = `${isMixed ? `L${layer + 1} ` : ""}head ${head + 1}`;
    const isOff = isCut({ layer, head });
    const glows = isLayer && looks[head] >= STRONG;
    const text = isOff ? `${name} ✕` : glows ? `${name}: ${percent(looks[head])}` : name;
    const look = `label${glows ? " strong" : ""}${isOff ? " off" : ""}`;
    return put(`label:${layer}.${head}`, y, text, look);
  });
}

// Doors as wide as their probabilities, or as one another while these are secret; their names below, apart.
/** @param {CaseShown} shown @returns {Mark[]} */
function doors(shown, { door }) {
  const { room, beat, change } = shown;
  const { size } = room;
  const secret = isSecret(shown);
  const found = doorsOf(shown, change);
  const all = secret ? found.map((each) => ({ ...each, share: 1 / found.length })) : found;
  const taken = secret ? -1 : winnerOf(shown, change).at;
  const isOpen = beat > MEAN;
  const marks = [];
  const centres = [];
  let left = door.x;
  for (const [at, { share, isRest }] of all.entries()) {
    const wide = share * door.width;
    const [from, to] = [left + Math.min(1.5, wide / 4), left + wide - Math.min(1.5, wide / 4)];
    const look = `door${isRest ? " rest" : ""}${at === taken ? (isOpen ? " open" : " taken") : ""}`;
    marks.push(box(room, `door:${at}`, [from, door.y, Math.max(to, from + 1), door.y + door.height], { look }));
    if (wide > 3 * size && !(isOpen && at === taken)) marks.push(...leafOf(room, at, [from, to], door));
    centres.push(left + wide / 2);
    left += wide;
  }
  if (isOpen) marks.push(...behind(shown, door, all, taken));
  const spots = spreadOut(centres, Math.min(4 * size, door.width / all.length), door);
  const foot = door.y + door.height;
  for (const [at, { text, share, isRest, most }] of all.entries()) {
    const look = `${at === taken ? " taken" : ""}${isRest ? " rest" : ""}`;
    const x = spots[at];
    marks.push(line(room, `lead:${at}`, [centres[at], foot + 2, x, foot + 0.7 * size], "lead"));
    const letters = (isRest ? 0.8 : at === taken ? 1.7 : 1.3) * size;
    marks.push(words(room, `name:${at}`, x, foot + 1.9 * size, text, { size: letters, look: `name${look}` }));
    if (secret) continue;
    marks.push(
      words(room, `share:${at}`, x, foot + 3.6 * size, rough(share), { size: 0.95 * size, look: `share${look}` }),
    );
    if (most) marks.push(words(room, "most", x, foot + 5 * size, most, { size: 0.8 * size, look: "share rest" }));
  }
  return marks;
}

// What makes a closed door of a box: two panels and a handle.
function leafOf(own, at, [from, to], { y, height }) {
  const inset = 0.8 * own.size;
  const panel = (name, top, bottom) =>
    box(own, `panel:${name}:${at}`, [from + inset, y + top, to - 2 * inset, y + bottom], { look: "panel" });
  const [handle, middle] = [to - 1.2 * inset, y + 0.5 * height];
  return [
    panel("top", inset, 0.46 * height),
    panel("bottom", 0.54 * height, height - inset),
    box(own, `handle:${at}`, [handle, middle, handle + 0.5 * inset, middle + 0.5 * inset], { look: "handle" }),
  ];
}

const rough = (share) => (share < 0.01 ? "<1%" : percent(share));

// What the model writes next, seen through the open door.
function behind({ passage, change, room }, door, all, taken) {
  const next = spellChips(passage.changes[change].written.slice(1)).replace(/\s*\.$/, "");
  const from = door.x + door.width * all.slice(0, taken).reduce((sum, { share }) => sum + share, 0);
  const wide = door.width * all[taken].share;
  const size = Math.min(2 * room.size, (0.9 * wide) / (0.52 * next.length || 1));
  if (size < 0.6 * room.size) return [];
  return [words(room, "behind", from + wide / 2, door.y + door.height / 2, next, { size, look: "next" })];
}

// Places as near to those wanted as they can be, at least so far apart, within the doors.
export function spreadOut(wanted, least, { x, width }) {
  const found = [];
  for (const each of wanted) found.push(Math.max(each, x + least / 2, found.length ? found.at(-1) + least : -Infinity));
  let limit = x + width - least / 2;
  for (let at = found.length - 1; at >= 0; at -= 1) {
    found[at] = Math.min(found[at], limit);
    limit = found[at] - least;
  }
  return found;
}
