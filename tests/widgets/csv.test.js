// Tables as CSV: what a spreadsheet must not run, labels that come twice, and what is covered until one has guessed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { csvNumber, csvText, matrixLines, tableNumber, uniqueNames } from "../../viewer/widgets/csv.js";

test("a cell is quoted where it must be, and never a formula", () => {
  assert.equal(
    csvText([
      ['say "no"', "a,b", "=1+1", "-5", "−5", "two\nlines"],
      [-5, 1e-7, "@x", " +y", "1e-7", "-inf"],
    ]),
    '"say ""no""","a,b",\'=1+1,-5,−5,"two\nlines"\r\n-5,1e-7,\'@x,\' +y,1e-7,\'-inf\r\n',
  );
});

test("with a decimal comma, cells are separated by semicolons, and only numbers change", () => {
  assert.equal(
    csvText(
      [
        ["1.5", "a;b", "-2,5", "=1,5"],
        [1.5, -2.5e-7, "-2.5", 3],
      ],
      ",",
    ),
    '1.5;"a;b";"-2,5";"\'=1,5"\r\n1,5;-2,5e-7;-2.5;3\r\n',
  );
});

test("what a spreadsheet would run is text, and what it would not stays as it is", () => {
  for (const cell of ["=1", "+A1", "-A1", "@x", " =1", "＝1", "\t=1", "-2+cmd|x", "-Infinity"])
    assert.equal(csvText([[cell]]), `'${cell}\r\n`);
  for (const cell of ["", "9", "-2", "-0.31", "−2", "noir", "3/8", "a=b"])
    assert.equal(csvText([[cell]]), `${cell}\r\n`);
});

test("what a table shows as a number is one", () => {
  assert.deepEqual(["21.50", "−3", "1e-7", "1,234", "4.1 h", ""].map(tableNumber), [
    21.5,
    -3,
    1e-7,
    "1,234",
    "4.1 h",
    "",
  ]);
});

test("every column has a name of its own", () => {
  assert.deepEqual(uniqueNames(["the", "query", "the", "the (2)"], ["query"]), [
    "the",
    "query (2)",
    "the (2)",
    "the (2) (2)",
  ]);
});

test("a matrix keeps its labels and the digits of 32 bits, and says nothing of a covered row", () => {
  const data = new Float32Array([0.1, 0.25, Number.NaN, Number.NaN, -Infinity, 1 / 3]);
  const lines = matrixLines({ data, columns: 2 }, { title: "query", labels: ["a", "b", "c"] }, { title: "key" });
  assert.deepEqual(lines, [
    ["query", "0", "1"],
    ["a", 0.100000001, 0.25],
    ["b", "?", "?"],
    ["c", -Infinity, 0.333333343],
  ]);
  assert.equal(Math.fround(Number(csvNumber(Math.fround(0.1)))), Math.fround(0.1));
});
