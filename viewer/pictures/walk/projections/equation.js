// The equation of the projections, and of the number in focus with its first and last products.

import { element } from "../../../widgets/elements.js";
import { ident, mathElement, num, op, subsup, sup } from "../../../widgets/mathml.js";
import { formula, group, integer, term, withIndex } from "../formula.js";
import { cellInFocus, inputLetter, QKV, readMaking, tokenOf } from "./numbers.js";

/** @param {ProjectionsView} view */
export function equations(view) {
  const { now, sizes } = view;
  const cell = cellInFocus(view);
  const { which } = cell;
  const { letter, small } = QKV[which];
  const input = inputLetter(now, which).toLowerCase();
  const general = Object.entries(QKV).map(([each, { letter: power }]) => {
    const [W, b] = ["W", "b"].map((name) => sup(ident(name, each), power));
    return formula(ident(power, each), "=", inputLetter(now, each), W, "+", b);
  });
  const one = formula(
    ...[withIndex(ident(small, which), "t", ",", "j"), "="],
    mathElement("munderover", op("∑"), group("d", "=", integer(0)), integer(sizes.D - 1)),
    ...[withIndex(input, "t", ",", "d"), subsup(ident("W", which), group("d", ",", "j"), ident(letter))],
    ...["+", subsup(ident("b", which), ident("j"), ident(letter))],
  );
  return { general: [element("div", "flow", ...general), one], ...fillIn(now, sizes, cell) };
}

const SHOWN = { first: 3, last: 2 }; // products that are written out

function fillIn(now, { D }, cell) {
  const { which, row, column } = cell;
  const { input, factors, sum, bias, total } = readMaking(now, cell);
  const meant = (value) => term(value, num(value, which));
  const all = Array.from(input, (value, index) => [index ? "+" : "", term(value), "·", meant(factors[index])]);
  const long = D > SHOWN.first + SHOWN.last;
  const first = (long ? all.slice(0, SHOWN.first) : all).flat().slice(1);
  const last = long ? [mathElement("mspace"), ...all.slice(-SHOWN.last).flat()] : [];
  return {
    filled: [
      formula(
        withIndex(ident(QKV[which].small, which), integer(row), ",", integer(column)),
        "=",
        ...first,
        ...(long ? ["+", "…"] : []),
      ),
      formula(...last, "+", meant(bias)),
      formula("=", sum, "+", meant(bias), "=", total),
    ],
    words:
      `“${tokenOf(now, cell).text}”: ${D} products of row ${row} of ${inputLetter(now, which)} and column ${column} ` +
      `of the matrix, then the bias.`,
  };
}
