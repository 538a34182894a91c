// Level 5: one number. Its name in the library, where it stands in its tensor, the formula with its numbers, the line of
// PyTorch that gives it, and the paper's equation.

import { KINDS, rowNames } from "../../../widgets/focus.js";
import { box, candidates, flat, largestSize, token, words } from "../../../widgets/marks/marks.js";
import { short } from "../../../widgets/numbers.js";
import { productOf } from "./dot.js";
import { normOf } from "./ends.js";
import { attention, has, rowOf, sidesOf } from "./numbers.js";

const CELLS = 24; // of a tensor that are shown, along a side
const ATTENTION = "Attention(Q, K, V) = softmax(QKᵀ / √dₖ) V";

/**
 * @param {FlightShown} shown
 * @returns {{ value: number, name: string, index: number[], formula: string, code: string, equation: string,
 *   factors: [string, number[], number][] }}  factors: of a product, the names, indices and values
 */
export function numberOf(shown) {
  const isProduct = shown.place.what.startsWith("product");
  const found = isProduct ? productNumber(shown) : FOUND[shown.place.way](shown);
  const [value, name, index, formula, code, equation, factors = []] = found;
  return { value, name, index, formula: formula(value), code, equation, factors };
}

// Of each way: the number, its name and index in the library, its formula, the code that gives it, and the equation.
const FOUND = {
  attention(shown) {
    const { head, query, key, what, index } = shown.place;
    const name = attention(shown);
    const at = (each) => rowOf(shown, `${name}.${each}`, head, query);
    const [raw, score, masked] = ["raw_scores", "scores", "masked_scores"].map((each) => at(each)[key]);
    const d_k = shown.facts.sizes.d_k;
    const all = at("masked_scores").reduce((total, each) => total + Math.exp(each), 0);
    const [formula, code] = {
      raw_scores: [(value) => `q · k = ${short(value, 4)}`, "raw_scores = query @ key.transpose(-2, -1)"],
      scores: [(value) => `${short(raw, 5)} ÷ √${d_k} = ${short(value)}`, `scores = raw_scores / math.sqrt(${d_k})`],
      masked_scores: [
        (value) => (value === -Infinity ? "a later word: −∞ instead of its score" : `${short(score)}: it may be seen`),
        "masked_scores = scores.masked_fill(hidden, -math.inf)",
      ],
      weights: [
        (value) => `exp(${short(masked)}) ÷ ${short(all)} = ${short(value)}`,
        "weights = masked_scores.softmax(dim=-1)",
      ],
      context: [(value) => `values by their weights, added: ${short(value)}`, "context = weights @ value"],
    }[what];
    const last = what === "context" ? index : key;
    return [at(what)[last], `${name}.${what}`, [head, query, last], formula, code, ATTENTION];
  },
  next(shown) {
    const { query, index } = shown.place;
    const { id, text } = shown.facts.candidates[query][index];
    const formula = (value) => `output · embedding of “${text}” = ${short(value, 4)}`;
    const code = "logits = output @ embedding.T";
    return [productOf(shown).total, "logits", [query, id], formula, code, "P(next) = softmax(x Eᵀ)"];
  },
  feed(shown) {
    const { kind, layer, query, index } = shown.place;
    const name = `${KINDS[kind].stack}.${layer}.feed_forward.hidden`;
    const { activation } = shown.facts.sizes;
    const formula = (value) => `${activation}(x · w + b) = ${short(value)}`;
    const code = `hidden = F.${activation === "swish" ? "silu" : activation}(expand(x))`;
    const inner = activation === "relu" ? "max(0, xW₁ + b₁)" : `${activation}(xW₁ + b₁)`;
    return [rowOf(shown, name, query)[index], name, [query, index], formula, code, `FFN(x) = ${inner}W₂ + b₂`];
  },
  norm(shown) {
    const { mean, spread, before, name } = normOf(shown);
    const isMean = shown.place.what.endsWith("_mean");
    const [value, method] = isMean ? [mean, "mean()"] : [spread, "std(correction=0)"];
    const formula = () =>
      isMean ? `the sum of ${before.length} numbers ÷ ${before.length}` : "√ of the mean of (x − mean)²";
    const code = "y = (x - mean) / std * gain + bias";
    return [value, `${name}[${shown.place.query}].${method}`, [], formula, code, "LayerNorm(x + Sublayer(x))"];
  },
  embed(shown) {
    const { kind, query, what, index } = shown.place;
    const { stack } = KINDS[kind];
    const [one, other] = ["embedding", "positions"].map((each) => rowOf(shown, `${stack}.${each}`, query)[index]);
    const formula =
      {
        embedding: () => `√${shown.facts.sizes.D} × the word’s own number`,
        positions: (value) => `number ${index} of place ${query}: ${short(value)}`,
      }[what] ?? ((value) => `${short(one)} + ${short(other)} = ${short(value)}`);
    const name = `${stack}.${what || "input"}`;
    const equation = "PE(pos, 2i) = sin(pos / 10000^(2i/d))";
    const code = "input = embedding + positions";
    return [rowOf(shown, name, query)[index], name, [query, index], formula, code, equation];
  },
};

function productNumber(shown) {
  const { way, head, query, key, what } = shown.place;
  const at = Number(what.slice("product".length));
  const [one, other] = ["one", "other"].map((each) => productOf(shown)[each].values[at]);
  const formula = (value) => `${short(one)} × ${short(other)} = ${short(value)}`;
  if (way !== "attention") return [one * other, "one product", [], formula, "(x * w).sum()", "x · w = Σ xᵢ wᵢ"];
  const code = `query[${head}, ${query}, ${at}] * key[${head}, ${key}, ${at}]`;
  const name = attention(shown);
  const factors = [
    [`${name}.query`, [head, query, at], one],
    [`${name}.key`, [head, key, at], other],
  ];
  return [one * other, "one product", [], formula, code, "q · k = Σ qᵢ kᵢ", factors];
}

/** @param {FlightShown} shown @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function number(shown) {
  const { place } = shown;
  const isNarrow = shown.room.upright;
  const room = flat(shown.room);
  const { size } = room;
  const { value, name, index, formula, code, equation, factors } = numberOf(shown);
  const left = isNarrow ? size : room.along * 0.06;
  const down = (share) => share * room.across * (isNarrow ? 0.52 : 1);
  const start = { anchor: "start" };
  const big = Math.min(room.along * (isNarrow ? 0.2 : 0.13), room.across * 0.24);
  const text = value === -Infinity ? "−∞" : short(value, place.what === "raw_scores" ? 4 : 3);
  const fits = (written, most, wide) => Math.min(most, wide / (0.63 * written.length));
  const wide = room.along * (isNarrow ? 0.94 : 0.46);
  const addressed = (/** @type {string} */ named, at) => (at.length ? `${named}[${at.join(", ")}]` : named);
  const written = factors.length
    ? factors.map(([named, at, own]) => `${addressed(named, at)} = ${short(own)}`)
    : [addressed(name, index)];
  const key = place.what.startsWith("product") ? "one" : `${place.what}:${place.key}`;
  const marks = [
    ...written.map((text, at) =>
      words(room, at ? `name:${at}` : "name", left, down(0.14 + 0.07 * at), text, {
        ...{ ...start, look: "code", size: fits(text, 1.25 * size, wide) },
      }),
    ),
    words(room, key, left, down(0.4), text, { ...start, look: "result chosen", size: big }),
    words(room, "formula", left, down(0.62), formula, {
      ...start,
      look: "formula",
      size: fits(formula, 1.5 * size, wide),
    }),
    words(room, "code", left, down(0.76), code, { ...start, look: "code", size: fits(code, 1.1 * size, wide) }),
    words(room, "equation", left, down(0.88), equation, {
      ...start,
      look: "equation",
      size: fits(equation, 1.3 * size, wide),
    }),
  ];
  const corner = isNarrow
    ? [5 * size, room.across * 0.57, room.along - 8 * size, room.across * 0.43 - 4 * size]
    : [room.along * 0.58, room.across * 0.16, room.along * 0.36, room.across * 0.64];
  if (place.way === "next") {
    const { candidates: found, sizes } = shown.facts;
    const [all, V] = [found[place.query], sizes.V];
    return [...marks, ...candidates(room, "next", corner, all, { step: corner[3] / all.length, count: V })];
  }
  const [matrix, at] = factors[0] ?? [name, index];
  if (!has(shown, matrix) || at.length < 2) return marks;
  return [...marks, ...sheetOf(shown, room, matrix, at, corner)];
}

// The matrix that a number stands in, or the part of it around the number.
/**
 * @param {FlightShown} shown @param {import("../../../widgets/marks/marks.js").Room} room @param {string} name
 * @param {number[]} index @param {number[]} corner  x, y, width and height
 */
function sheetOf(shown, room, name, index, [x, y, width, height]) {
  const { shape } = shown.tensors[name];
  const [rows, columns] = shape.slice(-2);
  const [row, column] = index.slice(-2);
  const from = (at, count) => Math.max(0, Math.min(at - Math.floor(CELLS / 2), count - CELLS));
  const [top, left] = [from(row, rows), from(column, columns)];
  const [high, wide] = [Math.min(CELLS, rows), Math.min(CELLS, columns)];
  const cell = Math.min(width / wide, height / high);
  const [right, bottom] = [x + cell * wide, y + cell * high];
  const sheets = Math.min(4, shape.length > 2 ? shape[0] : 1);
  const behind = Array.from({ length: sheets - 1 }, (_, at) => {
    const by = 0.5 * (sheets - 1 - at) * room.size;
    return box(room, `behind:${sheets - 1 - at}`, [x + by, y - by, right + by, bottom - by], { look: "behind" });
  });
  const all = Array.from({ length: high }, (_, down) =>
    rowOf(shown, name, ...index.slice(0, -2), top + down).subarray(left, left + wide),
  );
  const told = `(${shape.join(", ")})${rows > high || columns > wide ? ", in part" : ""}`;
  return [
    ...behind,
    box(room, "paper", [x, y, right, bottom], { look: "paper" }),
    ...cells(room, all, { x, y, cell, row: row - top, column: column - left }),
    ...names(shown, room, name, index, {
      ...{ x: x - 6, bottom: bottom + 1.2 * room.size },
      ...{ along: x + (column - left + 0.5) * cell, across: y + (row - top + 0.5) * cell },
    }),
    words(room, "shape", right, bottom + 2.9 * room.size, told, { anchor: "end", look: "code minor" }),
  ];
}

// The cells, the number's own on top, for its frame.
function cells(room, all, { x, y, cell, row, column }) {
  const limit = largestSize(all.flatMap((own) => Array.from(own).filter(Number.isFinite)));
  const made = all.flatMap((own, down) =>
    Array.from(own, (value, right) => {
      const edges = [x + right * cell, y + down * cell, x + (right + 1) * cell - 1, y + (down + 1) * cell - 1];
      const isHere = down === row && right === column;
      return box(room, `cell:${down}.${right}`, edges, {
        look: `cell ${value < 0 ? "below" : "above"}${isHere ? " here" : ""}`,
        opacity: value === -Infinity ? 0 : Math.abs(value) / limit,
      });
    }),
  );
  const here = made.splice(row * all[0].length + column, 1);
  return [...made, ...here];
}

// The word of its row, and its column's number or, if the columns are keys, word.
function names({ place, facts }, room, name, index, { x, bottom, along, across }) {
  const { queries, keys } = sidesOf(/** @type {any} */ ({ facts }), place.kind);
  const [row, column] = index.slice(-2);
  const isOfKeys = index.length === 3 && place.way === "attention" && !/query|context/.test(name);
  const look = `${rowNames(place.kind)} here`;
  const own = token(room, `row:${row}`, x, across, queries[row] ?? queries[0], { anchor: "end", look });
  if (!isOfKeys) return [own, words(room, `column:${column}`, along, bottom, column, { look: "code" })];
  return [
    own,
    token(room, `column:${column}`, along, bottom, keys[column], { look: `${KINDS[place.kind].columns} here` }),
  ];
}
