// Every picture of the flight as data: what it shows, what it leads to, and what stays on the way from one to the next.

import assert from "node:assert/strict";
import { test } from "node:test";
import { productOf } from "../../../../viewer/pictures/watch/flight/dot.js";
import { moduleOf, namesOf } from "../../../../viewer/pictures/watch/flight/needs.js";
import { crumbOf, marksOf, storyOf } from "../../../../viewer/pictures/watch/flight/pictures.js";
import {
  above,
  followPlace,
  placeOf,
  readPlace,
  spellPlace,
  trail,
} from "../../../../viewer/pictures/watch/flight/place.js";
import { factsOf } from "../../../../viewer/pictures/watch/flight/shown.js";
import { short } from "../../../../viewer/widgets/numbers.js";
import { chipsOf, D, HEADS, LAYERS, S, shownAt, T, tensorOf } from "./shown_at.js";

const link = { layer: 1, head: 1, query: 2, key: 1 };
const PLACES = [
  {},
  ...["encoder", "decoder", "cross"].flatMap((kind) =>
    [1, 2, 3, 4].map((level) => ({ level, way: "attention", kind, ...link })),
  ),
  ...["raw_scores", "scores", "masked_scores", "weights", "context", "product3"].map((what) => ({
    level: 5,
    way: "attention",
    kind: "decoder",
    ...link,
    what,
  })),
  ...["encoder", "cross"].flatMap((kind) => [
    { level: 2, way: "feed", kind, ...link },
    { level: 4, way: "feed", kind, ...link, index: 5 },
    { level: 5, way: "feed", kind, ...link, what: "hidden", index: 5 },
    ...["self_attention", "feed_forward"].map((what) => ({ level: 2, way: "norm", kind, ...link, what })),
    { level: 5, way: "norm", kind, ...link, what: "feed_forward_mean" },
  ]),
  ...[2, 5].map((level) => ({ level, way: "embed", kind: "encoder", query: 3, what: level === 5 ? "positions" : "" })),
  ...[2, 4, 5].map((level) => ({ level, way: "next", kind: "cross", query: 1, what: level === 5 ? "logits" : "" })),
].map((each) => placeOf(/** @type {any} */ (each)));

test("every place has a picture, a sentence and an address that leads back to it", () => {
  for (const place of PLACES)
    for (const upright of [false, true]) {
      const shown = /** @type {any} */ (shownAt(place, upright));
      const marks = marksOf(shown, null);
      const name = spellPlace(place);
      assert.ok(marks.length > 3, name);
      assert.equal(new Set(marks.map(({ key }) => key)).size, marks.length, `${name}: a key twice`);
      for (const { g, key, to } of marks) {
        assert.ok(g.every(Number.isFinite), `${name} ${key}: ${g}`);
        if (to) assert.ok(readPlace(spellPlace(to), shown.facts), `${name} ${key} leads nowhere`);
      }
      assert.deepEqual(readPlace(name, shown.facts), place);
      assert.ok(storyOf(shown).split(" ").length <= 14, `${name}: ${storyOf(shown)}`);
      assert.ok(
        trail(place).every((each) => crumbOf(shown, each)),
        name,
      );
    }
});

test("what marks mean is said within the picture, and no word covers another", () => {
  const says = ({ kind, look }) => kind === "words" && /^(title (key|value|query|next)|label|own|step)/.test(look);
  for (const [level, count] of [2, 1, 3, 8].entries())
    for (const upright of [false, true]) {
      const way = /** @type {any} */ (level ? "attention" : "whole");
      const shown = /** @type {any} */ (shownAt(placeOf({ ...link, kind: "decoder", level, way }), upright));
      const spans = marksOf(shown, null)
        .filter(says)
        .map(({ g: [x, y, size], text, anchor }) => {
          const from = x - { start: 0, middle: 0.225, end: 0.45 }[anchor] * size * text.length;
          return [y, from, from + 0.45 * size * text.length];
        });
      assert.equal(spans.length, count);
      for (const one of spans) {
        assert.ok(one[1] > -1 && one[2] < shown.room.width + 1);
        assert.ok(!spans.some((each) => each !== one && each[0] === one[0] && each[1] < one[2] && one[1] < each[2]));
      }
    }
});

test("a chapter that has the weights alone shows a layer’s ribbons, and counts where its heads look", () => {
  const shown = /** @type {any} */ (shownAt(placeOf({ level: 1, way: "attention", kind: "cross", ...link })));
  const name = "decoder.1.cross_attention.weights";
  const at = { ...shown, tensors: { [name]: tensorOf([HEADS, T, S], (index) => Number(index % S === 1)) } };
  const kinds = new Set(marksOf(at, null).map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), ["ribbon", "token", "words"]);
  assert.equal(storyOf(at), "To write “noir”, all two heads look most at “black”.");
  at.tensors = { [name]: tensorOf([HEADS, T, S], (index) => Number(index % S === (index < T * S ? 1 : 2))) };
  assert.equal(storyOf(at), "To write “noir”, one head looks most at “black”, one at “dog”.");
});

test("from the whole to a number in five clicks, on any way, and out again", () => {
  const reach = (place) => marksOf(/** @type {any} */ (shownAt(place)), null).flatMap(({ to }) => (to ? [to] : []));
  for (const kind of ["encoder", "decoder", "cross"]) {
    let place = placeOf({});
    for (let clicks = 0; place.level < 5; clicks += 1) {
      assert.ok(clicks < 5, `${kind}: ${spellPlace(place)}`);
      const deeper = reach(place).filter(
        (each) => each.kind === kind && each.way === "attention" && each.level > place.level,
      );
      place = deeper.reduce((best, each) => (each.level < best.level ? each : best));
    }
    for (; place.level > 0; place = above(place)) assert.ok(place.level <= 5);
  }
  const ways = new Set(reach(placeOf({})).map(({ way }) => way));
  assert.deepEqual([...ways].sort(), ["attention", "embed", "next"]);
  assert.ok(reach(placeOf({ level: 1, way: "attention", kind: "cross" })).some(({ way }) => way === "feed"));
});

test("the ribbons of all heads are together as thick as the whole picture’s", () => {
  const place = placeOf({ level: 1, way: "attention", kind: "cross", ...link });
  const layer = marksOf(/** @type {any} */ (shownAt(place)), null);
  const whole = marksOf(/** @type {any} */ (shownAt(placeOf({}))), null).find(({ key }) => key === "flow:cross.1.2");
  const thick = layer.filter(({ key }) => /^ribbon:\d\.2\./.test(key)).reduce((sum, { g }) => sum + g[4], 0);
  const drawn = whole.g.filter((_, at) => at % 5 === 4).reduce((sum, each) => sum + each, 0);
  assert.ok(Math.abs(thick - drawn) < 0.12 * drawn, `${thick} and ${drawn}`);
});

test("while only the encoder is spoken of, it fills the picture, and the decoder lies beyond it", () => {
  for (const upright of [false, true]) {
    const shown = { ...shownAt(placeOf({}), upright), isReading: true };
    const ends = (key) => marksOf(shown, null).find((mark) => mark.key === key).g[upright ? 3 : 2];
    assert.ok(Math.abs(ends("stream:encoder:0") - (shown.room.along - 0.8 * shown.room.size)) < 1);
    assert.ok(ends("stream:decoder:0") > shown.room.along);
  }
});

test("a neuron's product is of what the network reads, and gives what the model has", () => {
  for (const [norm, sub] of [
    ["pre", "feed_forward"],
    ["post", "cross_attention"],
  ]) {
    const shown = shownAt(placeOf({ level: 4, way: "feed", kind: "cross", ...link, index: 5 }));
    const at = /** @type {any} */ ({ ...shown, facts: { ...shown.facts, norm } });
    const { one, result } = productOf(at);
    const row = (name) => at.tensors[`decoder.1.${name}`].data;
    assert.deepEqual([...one.values], [...row(`${sub}.norm`).subarray(2 * D, 3 * D)]);
    assert.deepEqual(result.at(-1), ["hidden", short(row("feed_forward.hidden")[2 * 3 * D + 5])]);
  }
});

test("heads that have no room are grouped, and every one can be opened", () => {
  for (const upright of [false, true]) {
    const at = (head) => shownAt(placeOf({ level: 1, way: "attention", kind: "cross", ...link, head }), upright, 16);
    const open = new Set();
    const seen = [0];
    for (const head of seen) {
      const marks = marksOf(/** @type {any} */ (at(head)), null);
      const chips = marks.filter(({ key }) => key.startsWith("head:"));
      assert.ok(upright ? chips.length < 16 : chips.length === 16, `${chips.length}`);
      const wide = chips.map(({ g }) => (upright ? [g[1], g[3]] : [g[0], g[2]])).sort(([one], [other]) => one - other);
      for (let chip = 1; chip < wide.length; chip += 1)
        assert.ok(
          wide[chip][0] - wide[chip - 1][0] >= (wide[chip][1] + wide[chip - 1][1]) / 2,
          `${upright} ${wide[chip - 1]} and ${wide[chip]} overlap`,
        );
      for (const { to, key } of marks)
        if (to?.way === "attention" && /^head:/.test(key)) {
          if (to.level === 2) open.add(to.head);
          else if (!seen.includes(to.head)) seen.push(to.head);
        }
    }
    assert.equal(open.size, 16);
  }
});

test("what is chosen is the same thing in two pictures that follow one another", () => {
  for (const [level, keys] of [
    [1, ["source:1", "output:2", "ribbon:1.2.1"]],
    [2, ["source:1", "output:2", "key:1", "value:1", "query:2"]],
    [3, ["source:1", "output:2", "key:1", "query:2"]],
    [4, ["scores:1"]],
  ])
    for (const at of [level, level + 1]) {
      const place = placeOf({ level: at, way: "attention", kind: "cross", ...link, what: at === 5 ? "scores" : "" });
      const found = new Set(marksOf(/** @type {any} */ (shownAt(place)), null).map(({ key }) => key));
      for (const key of keys) assert.ok(found.has(key), `${key} at ${at}`);
    }
});

test("a later word is hidden in the decoder, and only there", () => {
  const hiddenIn = (kind) => {
    const place = placeOf({ level: 3, way: "attention", kind, ...link });
    return marksOf(/** @type {any} */ (shownAt(place)), null).filter(({ text }) => text === "−∞").length;
  };
  assert.deepEqual(["encoder", "decoder", "cross"].map(hiddenIn), [0, 1, 0]);
});

test("a piece of the whole that is pointed at has its own ribbons and candidates, and all shares make 100%", () => {
  const shown = /** @type {any} */ (shownAt(placeOf({})));
  shown.facts.candidates[1] = shown.facts.candidates[1].slice(0, 1); // one piece, 80%
  const near = (hover) => marksOf(shown, hover).filter(({ look }) => / near/.test(look));
  assert.ok(near(null).some(({ key }) => key === "flow:cross.1.2"));
  assert.ok(near("output:1").some(({ key }) => key === "flow:cross.1.1"));
  assert.ok(near("source:1").some(({ key }) => key === "flow:encoder.0.1"));
  assert.equal(marksOf(shown, "output:1").find(({ key }) => key === "next:others").text, "8 others 20%");
});

test("a product has each factor's number at its own address", () => {
  const shown = /** @type {any} */ (shownAt(placeOf({ ...PLACES.find(({ what }) => what === "product3") })));
  const told = marksOf(shown, null).filter(({ key }) => key.startsWith("name"));
  for (const [at, { text }] of told.entries()) {
    const [, name, index, value] = /^(.*)\[(.*)\] = (.*)$/.exec(text);
    const [head, row, column] = index.split(", ").map(Number);
    const { shape, data } = shown.tensors[name];
    assert.equal(value, short(data[(head * shape[1] + row) * shape[2] + column]), `${at}`);
  }
  assert.equal(told.length, 2);
});

test("in cross-attention the translation's own vectors come in where they are added to, and are what the norm reads", () => {
  const marks = marksOf(
    /** @type {any} */ (shownAt(placeOf({ level: 1, way: "attention", kind: "cross", ...link }))),
    null,
  );
  const [x, enters, added] = ["norm:cross_attention", "enters", "added"].map(
    (key) => marks.find((mark) => mark.key === key).g[0],
  );
  const ends = marks.find(({ kind }) => kind === "ribbon").g[2];
  assert.ok(ends < x && x < enters && enters < added, `${[ends, x, enters, added]}`);
});

test("what is pointed at is marked on every picture, and a link is chosen for as long", () => {
  for (const place of PLACES) {
    const shown = /** @type {any} */ (shownAt(place));
    const { key } = marksOf(shown, null).findLast(({ to }) => to) ?? {};
    const marked = marksOf(shown, key ?? null).filter(({ look }) => / over$/.test(look));
    assert.deepEqual(
      marked.map((mark) => mark.key),
      key ? [key] : [],
      spellPlace(place),
    );
  }
  const place = placeOf({ level: 2, way: "attention", kind: "cross", ...link });
  const looks = (hover) =>
    marksOf(/** @type {any} */ (shownAt(place)), hover)
      .filter(({ look }) => /chosen/.test(look))
      .map(({ key }) => key);
  assert.deepEqual([looks(null), looks("ribbon:1.0.3")], [["ribbon:1.2.1"], ["ribbon:1.0.3"]]);
});

test("a place is kept by its words when the sentence changes", () => {
  const { facts: before } = shownAt(placeOf({}));
  const after = {
    ...before,
    source: chipsOf("Look, the black cat sleeps </s>"),
    output: chipsOf("Le chat noir dort </s>"),
    target: chipsOf("<s> Le chat noir dort"),
  };
  const place = placeOf({ level: 3, way: "attention", kind: "cross", ...link });
  const { query, key } = followPlace(place, /** @type {any} */ (before), /** @type {any} */ (after));
  assert.deepEqual([after.output[query].text, after.source[key].text], ["noir", "black"]);
});

test("an address that names no place of this model is clipped or ignored", () => {
  const { facts } = /** @type {any} */ (shownAt(placeOf({})));
  assert.equal(readPlace("", facts), null);
  assert.equal(readPlace("2.attention.nowhere.0.0.0.0", facts), null);
  assert.equal(readPlace("2.constructor.cross.0.0.0.0", facts), null);
  assert.equal(readPlace("-1.attention.cross.0.0.0.0", facts), null);
  const far = readPlace("9.attention.decoder.99.99.99.99", facts);
  assert.deepEqual([far.level, far.layer, far.head, far.query, far.key], [5, LAYERS - 1, HEADS - 1, T - 1, T - 1]);
});

test("a place draws with what it names and what the whole picture has", () => {
  const isOfWhole = (name) => /input$|feed_forward.after$|weights$/.test(name);
  for (const place of PLACES) {
    const shown = /** @type {any} */ (shownAt(place));
    const named = new Set(namesOf(place));
    const module = moduleOf(place, shown.facts.matrix);
    shown.tensors = Object.fromEntries(
      Object.entries(shown.tensors).filter(
        ([name]) => isOfWhole(name) || named.has(name) || (module && name.startsWith(`${module}.`)),
      ),
    );
    assert.ok(marksOf(shown, null).length > 3, spellPlace(place));
    assert.ok(
      [...named].every((name) => name in shownAt(place).tensors),
      spellPlace(place),
    );
  }
});

test("candidates are the most probable pieces of each step, with the one taken", () => {
  const chips = (count) => chipsOf(Array.from({ length: count }, (_, at) => `w${at}`).join(" "));
  const passage = {
    ...{
      sentence: "",
      translation: "",
      written: 1,
      sizes: { encoder_layers: 1, decoder_layers: 1, H: 1, D: 1, d_k: 1 },
    },
    ...{ tokens: { source: chips(2), target: chips(2), output: chips(2) }, ids: { output: [0, 2] } },
  };
  const likeliest = [..."gfedcba"].map((token, rank) => {
    return { rank, token, id: 6 - rank, logProbability: Math.log((7 - rank) / 28) };
  });
  const sent = /** @type {any} */ ({ passage: { ...passage, candidates: [likeliest] }, measured: null });
  const { candidates, output } = factsOf(sent);
  assert.deepEqual([candidates.length, output.length], [1, 1]); // nothing was written after the cut
  assert.deepEqual(
    candidates[0].map(({ text, taken }) => [text, taken]),
    [
      ["g", false],
      ["f", false],
      ["e", false],
      ["d", false],
      ["a", true],
    ],
  );
  candidates[0].forEach(({ id, probability }) => {
    assert.ok(Math.abs(probability - (1 + id) / 28) < 1e-6);
  });
});
