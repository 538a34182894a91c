// The attention that is shown, one head or the mean of all; and, as in transformer/analysis/measures/merging.py, between
// words instead of pieces.

import { keysOf, queriesOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { meanOfHeads } from "../../../widgets/heads.js";

// The words of a row of tokens: {label, members}; a special token is a word of its own.
export function groupIntoWords(chips) {
  const words = [];
  for (const { label, members } of onePerPiece(chips)) {
    if (!chips[members[0]].joined || !words.length) words.push({ label, members });
    else {
      words.at(-1).members.push(...members);
      words.at(-1).label += label;
    }
  }
  return words;
}

export const onePerPiece = (chips) => chips.map(({ text }, position) => ({ label: text, members: [position] }));

// Rows are averaged, columns are added up: every row still sums to one.
export function mergeWords({ data, columns }, rowWords, columnWords) {
  const merged = rowWords.flatMap(({ members: rows }) =>
    columnWords.map(({ members }) => {
      let sum = 0;
      for (const row of rows) for (const column of members) sum += data[row * columns + column];
      return sum / rows.length;
    }),
  );
  return { data: Float32Array.from(merged), rows: rowWords.length, columns: columnWords.length };
}

// Everything about the attention in focus, for one kind and layer: the tokens of both axes and each head's matrix.
/** @param {HeadsView} view */
export function currentAttention(view) {
  const { kind, layer, head, token } = view.focus;
  const [rows, columns] = [queriesOf(view), keysOf(view)].map(onePerPiece);
  const heads = [...Array(view.sizes.H).keys()].map((each) => part(view.tensors[`${kind}.weights`], layer, each));
  return {
    rows,
    columns,
    heads,
    values: head === null ? meanOfHeads(heads) : heads[head],
    row: rows.findIndex(({ members }) => members.includes(token)),
  };
}

export const labelsOf = (units) => units.map(({ label }) => label);
