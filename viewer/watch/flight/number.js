// Level 5: one number. Its name in the library, where it stands in its tensor, the formula with its numbers, the line of
// PyTorch that gives it, and the paper's equation.

import { KINDS } from "../../widgets/focus.js";
import { box, candidates, flat, most, token, words } from "../../widgets/marks/marks.js";
import { short } from "../../widgets/numbers.js";
import { productOf } from "./dot.js";
import { normOf } from "./ends.js";
import { attention, rowOf, sidesOf } from "./numbers.js";

const CELLS = 24; // of a tensor that are shown, along a side
const EQUATION = "Attention(Q, K, V) = softmax(QKᵀ / √dₖ) V";

// What is known of an attention's numbers, by the activation's name.
const IN_ATTENTION = {
  raw_scores: ({ total }) => ({
    formula: `q · k = ${short(total, 4)}`,
    code: "raw_scores = query @ key.transpose(-2, -1)",
  }),
  scores: ({ total, d_k, value }) => ({
    formula: `${short(total, 4)} ÷ √${d_k} = ${short(value)}`,
    code: `scores = raw_scores / math.sqrt(${d_k})`,
  }),
  masked_scores: ({ score, value }) => ({
    formula:
      value === -Infinity ? "a later word: −∞ instead of its score" : `${short(score)} stays: this word may be seen`,
    code: "masked_scores = scores.masked_fill(hidden, -math.inf)",
  }),
  weights: ({ masked, sum, value }) => ({
    formula: `exp(${short(masked)}) ÷ ${short(sum)} = ${short(value)}`,
    code: "weights = masked_scores.softmax(dim=-1)",
  }),
};

/**
 * @param {FlightShown} shown
 * @returns {{ value: number, name: string, index: number[], formula: string, code: string, equation: string, tensor: string | null }}
 */
export function numberOf(shown) {
  const { place, facts } = shown;
  const { layer, head, query, key, what, index, way, kind } = place;
  const { stack } = KINDS[kind];
  const at = /^product(\d+)$/.exec(what)?.[1];
  if (at !== undefined) return productNumber(shown, Number(at));
  if (way === "attention") {
    const name = attention(shown);
    const equation = EQUATION;
    if (what === "context") {
      const value = rowOf(shown, `${name}.context`, head, query)[index];
      const formula = `all weights × value number ${index}, added = ${short(value)}`;
      return {
        value,
        name: `${name}.context`,
        tensor: `${name}.context`,
        index: [head, query, index],
        formula,
        code: "context = weights @ value",
        equation,
      };
    }
    const value = rowOf(shown, `${name}.${what}`, head, query)[key];
    const masked = rowOf(shown, `${name}.masked_scores`, head, query);
    const sum = masked.reduce((total, each) => total + Math.exp(each), 0);
    const total = rowOf(shown, `${name}.raw_scores`, head, query)[key];
    const score = rowOf(shown, `${name}.scores`, head, query)[key];
    const told = IN_ATTENTION[what]({ total, score, masked: masked[key], sum, value, d_k: facts.sizes.d_k });
    return { value, name: `${name}.${what}`, tensor: `${name}.${what}`, index: [head, query, key], equation, ...told };
  }
  if (way === "next") {
    const { total } = productOf(shown);
    const { id } = facts.candidates[query][index];
    const formula = `output · embedding of “${facts.candidates[query][index].text}” = ${short(total, 4)}`;
    return {
      value: total,
      name: "logits",
      tensor: null,
      index: [query, id],
      formula,
      code: "logits = output @ embedding.T",
      equation: "P(next) = softmax(x Eᵀ)",
    };
  }
  if (way === "feed") {
    const name = `${stack}.${layer}.feed_forward.hidden`;
    const value = rowOf(shown, name, query)[index];
    return {
      value,
      name,
      tensor: name,
      index: [query, index],
      formula: `max(0, x · w + b) = ${short(value)}`,
      code: "hidden = torch.relu(expand(x))",
      equation: "FFN(x) = max(0, xW₁ + b₁)W₂ + b₂",
    };
  }
  if (way === "norm") {
    const { mean, spread, before, name } = normOf(shown);
    const [value, method] = what.endsWith("_mean") ? [mean, "mean()"] : [spread, "std(correction=0)"];
    const formula = what.endsWith("_mean")
      ? `the sum of ${before.length} numbers ÷ ${before.length}`
      : "√ of the mean square of x − mean";
    return {
      value,
      name: `${name}[${query}].${method}`,
      tensor: name,
      index: [],
      formula,
      code: "y = (x - mean) / std * gain + bias",
      equation: "LayerNorm(x + Sublayer(x))",
    };
  }
  const name = `${stack}.${what || "input"}`;
  const value = rowOf(shown, name, query)[index];
  const [one, other] = ["embedding", "positions"].map((each) => rowOf(shown, `${stack}.${each}`, query)[index]);
  const formula =
    what === "positions"
      ? `${index % 2 ? "cos" : "sin"} of place ${query}, wave ${Math.floor(index / 2)}`
      : what === "embedding"
        ? `√${facts.sizes.D} × the word’s number`
        : `${short(one)} + ${short(other)} = ${short(value)}`;
  return {
    value,
    name,
    tensor: name,
    index: [query, index],
    formula,
    code: "input = embedding + positions",
    equation: "PE(pos, 2i) = sin(pos / 10000^(2i/d))",
  };
}

function productNumber(shown, at) {
  const { place } = shown;
  const { one, other } = productOf(shown);
  const value = one.values[at] * other.values[at];
  const { head, query, key } = place;
  const name = place.way === "attention" ? attention(shown) : "";
  const formula = `${short(one.values[at])} × ${short(other.values[at])} = ${short(value)}`;
  if (!name)
    return {
      value,
      name: "one product",
      tensor: null,
      index: [],
      formula,
      code: "x @ w  # adds all of them",
      equation: "x · w = Σ xᵢ wᵢ",
    };
  const code = `query[${head}, ${query}, ${at}] * key[${head}, ${key}, ${at}]`;
  return {
    value,
    name: `${name}.query`,
    tensor: `${name}.query`,
    index: [head, query, at],
    formula,
    code,
    equation: "q · k = Σ qᵢ kᵢ",
  };
}

/** @param {FlightShown} shown @returns {import("../../widgets/marks/marks.js").Mark[]} */
export function number(shown) {
  const { place } = shown;
  const isNarrow = shown.room.upright;
  const room = flat(shown.room);
  const { size } = room;
  const { value, name, index, formula, code, equation, tensor } = numberOf(shown);
  const left = isNarrow ? size : room.along * 0.06;
  const down = (share) => share * room.across * (isNarrow ? 0.52 : 1);
  const start = { anchor: "start" };
  const big = Math.min(room.along * (isNarrow ? 0.2 : 0.13), room.across * 0.24);
  const text = value === -Infinity ? "−∞" : short(value, place.what === "raw_scores" ? 4 : 3);
  const fits = (written, most, wide) => Math.min(most, wide / (0.6 * written.length));
  const wide = room.along * (isNarrow ? 0.94 : 0.46);
  const written = index.length ? `${name}[${index.join(", ")}]` : name;
  const key = place.what.startsWith("product") ? "one" : `${place.what}:${place.key}`;
  const marks = [
    words(room, "name", left, down(0.14), written, { ...start, look: "code", size: fits(written, 1.25 * size, wide) }),
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
    ? [5 * size, room.across * 0.6, room.along - 8 * size, room.across * 0.32]
    : [room.along * 0.58, room.across * 0.16, room.along * 0.36, room.across * 0.64];
  if (place.way === "next") {
    const all = shown.facts.candidates[place.query];
    return [...marks, ...candidates(room, "next", corner, all, { step: corner[3] / all.length })];
  }
  if (!tensor || index.length < 2) return marks;
  return [...marks, ...sheetOf(shown, room, tensor, index, corner)];
}

// The matrix that a number stands in, or the part of it around the number.
/**
 * @param {FlightShown} shown @param {import("../../widgets/marks/marks.js").Room} room @param {string} name
 * @param {number[]} index @param {number[]} corner  x, y, width and height
 */
function sheetOf(shown, room, name, index, corner) {
  const [x, y, width, height] = corner;
  const { place } = shown;
  const { shape } = shown.tensors[name];
  const [rows, columns] = shape.slice(-2);
  const [row, column] = index.slice(-2);
  const from = (at, count) => Math.max(0, Math.min(at - Math.floor(CELLS / 2), count - CELLS));
  const [top, first] = [from(row, rows), from(column, columns)];
  const [high, wide] = [Math.min(CELLS, rows), Math.min(CELLS, columns)];
  const cell = Math.min(width / wide, height / high);
  const all = Array.from({ length: high }, (_, down) => {
    const own = rowOf(shown, name, ...index.slice(0, -2), top + down);
    return Array.from(own.subarray(first, first + wide));
  });
  const limit = most(all.flat().filter(Number.isFinite));
  const marks = [];
  const sheets = Math.min(4, shape.length > 2 ? shape[0] : 1);
  for (let back = sheets - 1; back > 0; back -= 1) {
    const by = 0.5 * back * room.size;
    marks.push(
      box(room, `behind:${back}`, [x + by, y - by, x + by + cell * wide, y - by + cell * high], { look: "behind" }),
    );
  }
  marks.push(box(room, "paper", [x, y, x + cell * wide, y + cell * high], { look: "paper" }));
  all.forEach((own, down) => {
    own.forEach((value, right) => {
      const strength = value === -Infinity ? "none" : Math.ceil((7 * Math.abs(value)) / limit);
      const isHere = top + down === row && first + right === column;
      const edges = [x + right * cell, y + down * cell, x + (right + 1) * cell - 1, y + (down + 1) * cell - 1];
      const look = `cell ${value < 0 ? "below" : "above"} s${strength}${isHere ? " here" : ""}`;
      marks.push(box(room, `cell:${down}.${right}`, edges, { look }));
    });
  });
  const here = marks.findIndex(({ look }) => look.endsWith(" here"));
  marks.push(...marks.splice(here, 1)); // its frame lies on top
  const isOfKeys = index.length === 3 && place.way === "attention" && !/query|context/.test(name);
  const { queries, keys } = sidesOf(shown, place.kind);
  const { columns: side } = KINDS[place.kind];
  const at = [y + (row - top + 0.5) * cell, x + (column - first + 0.5) * cell];
  marks.push(
    token(room, `row:${row}`, x - 6, at[0], queries[row] ?? queries[0], { anchor: "end", look: "output here" }),
  );
  if (isOfKeys)
    marks.push(
      token(room, `column:${column}`, at[1], y + cell * high + 1.2 * room.size, keys[column], { look: `${side} here` }),
    );
  const told = `(${shape.join(", ")})${rows > high || columns > wide ? ", in part" : ""}`;
  marks.push(
    words(room, "shape", x + cell * wide, y + cell * high + 2.9 * room.size, told, {
      anchor: "end",
      look: "code quiet",
    }),
  );
  return marks;
}
