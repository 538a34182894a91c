// The equation of the projections, and of the number in focus with its first and last products.

import { element } from "../../widgets/elements.js";
import { equation, ident, leaf, mathElement, num, op, row, sub, subsup, sup } from "../../widgets/mathml.js";
import { short } from "../../widgets/numbers.js";
import { cellInFocus, inputLetter, makingOf, QKV, tokenOf } from "./numbers.js";

/** @param {ProjectionsView} view */
export function projectionEquation(view) {
  const { now, sizes } = view;
  const cell = cellInFocus(view);
  const general = Object.entries(QKV).map(([which, { letter }]) =>
    equation(
      ident(letter, which),
      op("="),
      ident(inputLetter(now, which)),
      sup(ident("W", which), letter),
      op("+"),
      sup(ident("b", which), letter),
    ),
  );
  const { letter, small } = QKV[cell.which];
  const input = inputLetter(now, cell.which).toLowerCase();
  const at = (base, ...index) => sub(base, row(...index));
  const matrix = (...index) => subsup(ident("W", cell.which), row(...index), ident(letter));
  const one = equation(
    at(ident(small, cell.which), ident("t"), op(","), ident("j")),
    op("="),
    mathElement("munderover", op("∑"), row(ident("d"), op("="), leaf("mn", "0")), leaf("mn", String(sizes.D - 1))),
    at(ident(input), ident("t"), op(","), ident("d")),
    matrix(ident("d"), op(","), ident("j")),
    op("+"),
    subsup(ident("b", cell.which), ident("j"), ident(letter)),
  );
  const lines = element("div", "qkv-general");
  lines.append(...general);
  const making = makingOf(now, cell);
  return {
    general: [lines, one],
    ...(making
      ? filledIn(now, sizes, cell, making)
      : { filled: [], words: "The matrices are on their way to the browser …" }),
  };
}

function filledIn(now, sizes, cell, making) {
  const { small } = QKV[cell.which];
  const input = inputLetter(now, cell.which);
  const name = sub(
    ident(small, cell.which),
    row(leaf("mn", String(cell.row)), op(","), leaf("mn", String(cell.column))),
  );
  const [firsts, lasts] =
    sizes.D > 5
      ? [
          [0, 1, 2],
          [sizes.D - 2, sizes.D - 1],
        ]
      : [[...Array(sizes.D).keys()], []];
  const term = (index) => [bracketed(making.input[index]), op("·"), bracketed(making.factors[index], cell.which)];
  const first = firsts.flatMap((index, place) => (place ? [op("+"), ...term(index)] : term(index)));
  const last = lasts.flatMap((index) => [op("+"), ...term(index)]);
  return {
    filled: [
      equation(name, op("="), ...first, ...(last.length ? [op("+"), op("…")] : [])),
      equation(...(last.length ? [mathElement("mspace"), ...last] : []), op("+"), bracketed(making.bias, cell.which)),
      equation(op("="), num(making.sum), op("+"), bracketed(making.bias, cell.which), op("="), num(making.total)),
    ],
    words:
      `“${tokenOf(now, cell).text}”: ${sizes.D} products of row ${cell.row} of ${input} and column ${cell.column} ` +
      `of the matrix, then the bias. The model computes in 32 bits: of this head’s ${cell.which} vectors no number ` +
      `of its own is more than ${short(making.rounding, 1)} away.`,
  };
}

// A number in brackets where it is negative.
function bracketed(value, meaning) {
  return value < 0 ? row(op("("), num(value, meaning), op(")")) : num(value, meaning);
}
