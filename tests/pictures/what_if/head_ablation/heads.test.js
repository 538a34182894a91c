// The map without a head: what a cell says, and what is told of all of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { headFigure, headLines } from "../../../../viewer/pictures/what_if/head_ablation/figures.js";

const PLACES = ["encoder.0.0", "encoder.0.1", "decoder.0.0", "decoder.0.1", "cross.0.0", "cross.0.1"];

// A model of one layer and two heads; `of(place, index)` makes an entry for each.
function everywhere(of) {
  const entries = (places) => Object.fromEntries(places.map((place, index) => [place, of(place, index)]));
  const heads = entries(PLACES);
  return { zero_head: heads, mean_head: heads, keep_head: heads };
}

function facts(words) {
  return {
    heads: 2,
    layers: { encoder: 1, decoder: 1, cross: 1 },
    sentence: {
      untouched: "Le chien",
      logProbability: -1,
      changes: everywhere((_, index) => ({
        translation: "Le chat",
        changedWords: words[index],
        logProbability: -1 - 0.125 * index,
        drop: 0.125 * index,
      })),
    },
    heldOut: {
      corpora: [{ name: "Everyday", pairs: 150 }],
      untouched: [50],
      costs: everywhere((_, index) => [50.5 - index]),
    },
  };
}

// Of the sentence one change was asked for so far.
function onlyZeros() {
  const shown = facts([0, 0, 0, 0, 0, 0]);
  const { zero_head } = shown.sentence.changes;
  return { ...shown, sentence: { ...shown.sentence, changes: { zero_head } } };
}

const choice = (measure, change = "zero_head") => ({ change, measure, corpus: 0 });

test("a cell's colour is the harm, its figure the change", () => {
  const shown = facts([0, 1, 2, 0, 0, 0]);
  const all = (measure) => PLACES.map((place) => headFigure(shown, choice(measure), place));
  assert.deepEqual(
    all("likelihood")
      .map(({ harm, written }) => [harm, written])
      .slice(0, 3),
    [
      [0, "0%"],
      [1 - Math.exp(-0.125), "−12%"],
      [1 - Math.exp(-0.25), "−22%"],
    ],
  );
  assert.deepEqual(
    all("bleu")
      .map(({ harm, written }) => [harm, written])
      .slice(0, 2),
    [
      [-0.5, "+0.5"],
      [0.5, "−0.5"],
    ],
  );
  assert.equal(headFigure({ ...shown, heldOut: null }, choice("bleu"), PLACES[0]), null);
  assert.equal(headFigure({ ...shown, sentence: null }, choice("likelihood"), PLACES[0]), null);
});

test("the saved table holds every figure, each line as long as its title", () => {
  for (const shown of [
    facts([0, 1, 2, 3, 4, 5]),
    { ...facts([]), heldOut: null },
    onlyZeros(),
    { ...facts([]), sentence: null },
  ]) {
    const [title, untouched, ...rows] = headLines(shown);
    assert.equal(rows.length, 3 * PLACES.length);
    for (const line of [untouched, ...rows]) assert.equal(line.length, title.length);
  }
  const [title, untouched, first] = headLines(facts([7, 1, 2, 3, 4, 5]));
  assert.equal(title.at(-1), "BLEU Everyday");
  assert.deepEqual(untouched, ["untouched", "", "Le chien", -1, 50]);
  assert.deepEqual(first, ["zero_head", "encoder.0.0", "Le chat", -1, 50.5]);
});
