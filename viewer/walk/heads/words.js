// The attention that is shown: one head or the mean of all, between pieces or between words; as
// transformer/analysis/measures/merging.py.

import { KINDS } from "../../widgets/focus.js";
import { meanOfHeads } from "../../widgets/heads.js";
import { part } from "../../widgets/payload.js";

// The words of a row of tokens: {label, members}; a special token is a word of its own.
export function wordsOf(chips) {
  const words = [];
  chips.forEach(({ text, joined }, position) => {
    if (joined && words.length) {
      const word = words[words.length - 1];
      word.members.push(position);
      word.label += text;
    } else {
      words.push({ label: text, members: [position] });
    }
  });
  return words;
}

export function piecesOf(chips) {
  return chips.map(({ text }, position) => ({ label: text, members: [position] }));
}

// Rows are averaged, columns are added up: every row still sums to one.
export function mergeWords({ data, columns }, rowWords, columnWords) {
  const merged = new Float32Array(rowWords.length * columnWords.length);
  rowWords.forEach(({ members: rows }, i) => {
    columnWords.forEach(({ members }, j) => {
      let sum = 0;
      for (const row of rows) for (const column of members) sum += data[row * columns + column];
      merged[i * columnWords.length + j] = sum / rows.length;
    });
  });
  return { data: merged, rows: rowWords.length, columns: columnWords.length };
}

// Everything about the attention in focus, for one kind and layer: the tokens or words of both axes and each head's
// matrix.
/** @param {HeadsView} view */
export function attentionShown(view) {
  const { kind, layer, head, token } = view.focus;
  const units = view.inWords ? wordsOf : piecesOf;
  const rows = units(view.tokens[KINDS[kind].rows]);
  const columns = units(view.tokens[KINDS[kind].columns]);
  const pieces = [...Array(view.sizes.H).keys()].map((each) => part(view.tensors[`${kind}.weights`], layer, each));
  const heads = view.inWords ? pieces.map((each) => mergeWords(each, rows, columns)) : pieces;
  return {
    rows,
    columns,
    heads,
    values: head === null ? meanOfHeads(heads) : heads[head],
    row: rows.findIndex(({ members }) => members.includes(token)),
  };
}

export function labelsOf(units) {
  return units.map(({ label }) => label);
}
