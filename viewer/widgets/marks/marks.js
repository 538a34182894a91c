// Marks: what a picture consists of, as plain data that Node can test. One drawing for a token, a ribbon, a vector, a
// list of candidates, wherever they appear; draw.js makes SVG of them.
//
// A mark has a key, which says that two pictures show the same thing; geometry `g` in pixels, which a flight from one
// picture to the other interpolates; a look, which is its class; and what it says and where it leads, if anywhere.
// Places are given along and across: layers follow one another along a picture, tokens lie across it. On a narrow
// screen `along` runs from top to bottom. `zoom` is what a camera that follows the mark flies into, if not the mark itself.

import { percent } from "../numbers.js";
import { largest } from "../vectors.js";

const LETTER = 0.56; // of the size of its letters, the width of one

/**
 * @typedef {{key: string, kind: string, g: number[], look: string, text?: string, values?: ArrayLike<number>,
 *   zoom?: number[], opacity?: number, floor?: boolean, limits?: number[], limit?: number, turned?: boolean, anchor?: string, to?: any, say?: string}} Mark
 * @typedef {{width: number, height: number, upright: boolean, size: number, along: number, across: number,
 *   at: (along: number, across: number) => [number, number]}} Room
 */

/** @type {(width: number, height: number, upright: boolean, size: number) => Room} */
export function roomOf(width, height, upright, size) {
  const [along, across] = upright ? [height, width] : [width, height];
  return { ...{ width, height, upright, size, along, across }, at: (a, c) => (upright ? [c, a] : [a, c]) };
}

/** @param {Room} room @param {number[]} edges  from along, from across, to along, to across */
export function boxed({ at }, [a0, c0, a1, c1]) {
  const [x, y] = at(a0, c0);
  const [right, bottom] = at(a1, c1);
  return [x, y, right - x, bottom - y];
}

/** @param {Room} room @param {string} key @param {number[]} edges @param {any} [more] @returns {Mark} */
export const box = (room, key, edges, more = {}) => ({ look: "", ...more, kind: "box", key, g: boxed(room, edges) });

/** @param {Room} room @param {string} key @param {number[]} edges @returns {Mark} */
export const line = (room, key, [a0, c0, a1, c1], look = "") => ({
  ...{ kind: "line", key, look },
  g: [...room.at(a0, c0), ...room.at(a1, c1)],
});

// Words, with their middle, or their beginning or end (`anchor`), at a place; `turned` ones run upwards.
/**
 * @param {Room} room @param {string} key @param {number} along @param {number} across @param {string | number} text
 * @param {any} [more] @returns {Mark}
 */
export const words = (
  room,
  key,
  along,
  across,
  text,
  { size = room.size, anchor = "middle", turned = false, ...more } = {},
) => ({
  ...{ look: "", ...more, kind: "words", key, text: String(text) },
  ...{ g: [...room.at(along, across), size], anchor, turned },
});

const shown = (/** @type {{ text: string, joined: boolean }} */ { text, joined }) =>
  joined && /\p{L}/u.test(text) ? `·${text}` : text;

export const widthOf = (/** @type {string} */ text, /** @type {number} */ size) =>
  0.9 * size + LETTER * size * [...text].length;

// How long words are, about.
export const lengthOf = (/** @type {string} */ text, /** @type {number} */ size) => 0.46 * size * text.length;

// A token. `anchor` says which of its ends, along the picture, is at the place.
/**
 * @param {Room} room @param {string} key @param {number} along @param {number} across @param {Chip} chip
 * @param {Partial<Mark> & { anchor?: "start" | "middle" | "end", size?: number, high?: number }} [more] @returns {Mark}
 */
export function token(
  room,
  key,
  along,
  across,
  chip,
  { anchor = "middle", size = room.size, high = 1.6, ...more } = {},
) {
  const letters = [...shown(chip)];
  const text = letters.length > 12 ? `${letters.slice(0, 11).join("")}…` : letters.join("");
  const wide = widthOf(text, size);
  const middle = along + { start: wide / 2, middle: 0, end: -wide / 2 }[anchor];
  const [x, y] = room.at(middle, across);
  const look = `${more.look ?? ""}${chip.special ? " special" : ""}`;
  return { ...more, kind: "token", key, text, look, g: [x, y, wide, high * size, size, room.upright ? -90 : 0] };
}

// What flows from one row to another, as thick as its weight.
/** @param {Room} room @param {string} key @param {number[]} edges @param {number} thick @param {any} [more] @returns {Mark} */
export const ribbon = (room, key, [a0, c0, a1, c1], thick, more = {}) => ({
  ...{ look: "", ...more, kind: "ribbon", key, turned: room.upright },
  g: [...room.at(a0, c0), ...room.at(a1, c1), thick],
});

// Several ribbons that nobody clicks, as one mark.
/**
 * @param {Room} room @param {string} key @param {{ edges: number[], thick: number }[]} all @param {any} [more]
 * @returns {Mark}
 */
export const ribbons = (room, key, all, more = {}) => ({
  ...{ look: "", ...more, kind: "ribbons", key, turned: room.upright },
  g: all.flatMap(({ edges: [a0, c0, a1, c1], thick }) => [...room.at(a0, c0), ...room.at(a1, c1), thick]),
});

// A vector's numbers as bars, up and down from its middle line; they follow one another along the picture, or across it.
/**
 * @param {Room} room @param {string} key @param {number[]} edges @param {Numbers | number[]} values @param {any} [more]
 * @returns {Mark}
 */
export const vector = (room, key, edges, values, { limit = largestSize(values), across = false, ...more } = {}) => ({
  ...{ look: "", ...more, kind: "vector", key, values, limit, turned: across !== room.upright },
  g: boxed(room, edges),
});

// Many short vectors across the picture as one mark, as cells that are paler or stronger.
/**
 * @param {Room} room @param {string} key @param {number[][]} all  the edges of each
 * @param {{ values: ArrayLike<number>, limits: number[] }} numbers  of all, one vector after another
 * @param {any} [more] @returns {Mark}
 */
export const vectors = (room, key, all, { values, limits }, more = {}) => ({
  ...{ look: "", ...more, kind: "vectors", key, values, limits, turned: !room.upright },
  g: all.flatMap((edges) => boxed(room, edges)),
});

export const largestSize = (/** @type {Numbers | number[]} */ values) => largest(values) || 1e-9; // never 0, to divide by

// Candidates with their probabilities, one below the other on every screen, and what is left for the others of `count`.
/**
 * @param {Room} room @param {string} key @param {number[]} corner  x, y and width
 * @param {{ text: string, joined: boolean, probability: number, taken: boolean }[]} all
 * @returns {Mark[]}
 */
export function candidates(
  room,
  key,
  [x, y, width],
  all,
  { step = 1.5 * room.size, to = /** @type {(at: number) => any} */ (() => undefined), count = 0 } = {},
) {
  const own = flat(room);
  const name = Math.min(0.42 * width, Math.max(...all.map((each) => widthOf(shown(each), room.size))));
  const longest = width - name - 3.2 * room.size;
  const left = 1 - all.reduce((sum, { probability }) => sum + probability, 0);
  const told = `${(count - all.length).toLocaleString("en")} others ${percent(Math.max(0, left))}`;
  const others = words(own, `${key}:others`, x, y + all.length * step, told, { anchor: "start", look: "minor" });
  const bars = all.flatMap((each, at) => {
    const middle = y + at * step;
    const taken = each.taken ? " taken" : "";
    const share = each.probability ? percent(each.probability) : "left out";
    const say = `“${each.text}”: ${share}`;
    const edges = [
      x + name,
      middle - 0.36 * step,
      x + name + Math.max(1, longest * each.probability),
      middle + 0.36 * step,
    ];
    const end = { anchor: "end", look: `name${taken}` };
    return [
      words(own, `${key}:${at}:name`, x + name - 6, middle, shown(each), end),
      box(own, `${key}:${at}:bar`, edges, { look: `bar${taken}`, to: to(at), say }),
      words(own, `${key}:${at}:share`, edges[2] + 5, middle, share, {
        anchor: "start",
        look: "minor",
      }),
    ];
  });
  return count > all.length ? [...bars, others] : bars;
}

// The same room for a picture that has the same layout on every screen.
/** @param {Room} room @returns {Room} */
export const flat = (room) => roomOf(room.width, room.height, false, room.size);
