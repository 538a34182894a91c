// What is said of greedy decoding, from a model's own measurement.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readAlpha, readBeam } from "../../../../viewer/pictures/watch/search/score.js";
import { describeScores } from "../../../../viewer/pictures/watch/search/scores.js";

const measured = JSON.parse(
  readFileSync(new URL("../../../../assets/models/en-fr/searches.json", import.meta.url), "utf8"),
);

const side = (row, name) => ({ bleu: row[`${name}_bleu`], milliseconds: row[`${name}_milliseconds`] });
const rows = measured.rows.map((row) => ({
  name: row.corpus,
  sentences: row.sentences,
  differ: row.differ,
  greedy: side(row, "greedy"),
  beam: side(row, "beam"),
}));

test("greedy decoding is judged by the model's own scores", () => {
  const told = describeScores({ rows, toldOf: 1, beam: measured.beam, alpha: measured.alpha });
  const { greedy, beam, differ, sentences } = rows[1];
  assert.ok(greedy.bleu > 0.95 * beam.bleu, "else the answer would be wrong");
  assert.match(
    told,
    new RegExp(`greedy decoding reaches ${greedy.bleu.toFixed(1)} BLEU and a beam of ${measured.beam}`),
  );
  assert.match(told, new RegExp(`agree on ${Math.round(sentences * (1 - differ))} of 1,000 sentences`));
  assert.match(told, new RegExp(`takes ${(beam.milliseconds / greedy.milliseconds).toFixed(1)} times as long`));
});

test("an address asks for no larger beam than there is", () => {
  globalThis.window = /** @type {any} */ ({ location: { href: "http://here/search?beam=30&alpha=0" } });
  assert.deepEqual([readBeam(5), readAlpha(1)], [10, 0]);
});
