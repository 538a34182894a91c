// What a picture of the flight shows of one sentence, by a model whose numbers are the same every time.

import { softmax } from "../../../../viewer/engine/softmax.js";
import { roomOf } from "../../../../viewer/widgets/marks/marks.js";

export const [S, T, HEADS, D, K, LAYERS] = [5, 4, 2, 8, 4, 2];
export const chipsOf = (text) =>
  text.split(" ").map((each) => ({ text: each, joined: false, special: /^</.test(each) }));

// Numbers that are the same every time, and between −1 and 1.
export function tensorOf(shape, at = (index) => Math.sin(1 + 7.3 * index)) {
  const data = Float32Array.from({ length: shape.reduce((product, each) => product * each, 1) }, (_, index) =>
    at(index),
  );
  return { shape, data, half: false };
}

function attentionOf(tensors, place, [queries, keys], mask = false, H = HEADS) {
  for (const [name, count] of [
    ["query", queries],
    ["key", keys],
    ["value", keys],
    ["context", queries],
  ])
    tensors[`${place}.${name}`] = tensorOf([H, count, K]);
  const scores = tensorOf([H, queries, keys], (index) => 3 * Math.sin(index * index));
  const hidden = (index) => mask && index % keys > Math.floor(index / keys) % queries;
  const masked = tensorOf([H, queries, keys], (index) => (hidden(index) ? -Infinity : scores.data[index]));
  const weights = { ...masked, data: softmax(masked.data, keys) };
  const raw = tensorOf([H, queries, keys], (index) => 2 * scores.data[index]);
  Object.assign(tensors, { [`${place}.raw_scores`]: raw, [`${place}.scores`]: scores });
  Object.assign(tensors, { [`${place}.masked_scores`]: masked, [`${place}.weights`]: weights });
}

export function shownAt(place, upright = false, H = HEADS) {
  const tensors = { "source_embedding.weight": tensorOf([9, D]) };
  for (const [stack, count] of [
    ["encoder", S],
    ["decoder", T],
  ]) {
    for (const name of ["embedding", "positions", "input", "output"])
      tensors[`${stack}.${name}`] = tensorOf([count, D]);
    for (let layer = 0; layer < LAYERS; layer += 1) {
      const at = `${stack}.${layer}`;
      attentionOf(tensors, `${at}.self_attention`, [count, count], stack === "decoder", H);
      if (stack === "decoder") attentionOf(tensors, `${at}.cross_attention`, [T, S], false, H);
      for (const sub of ["self_attention", "cross_attention", "feed_forward"])
        for (const name of ["norm", "residual", "output", "after"])
          tensors[`${at}.${sub}.${name}`] = tensorOf([count, D], (index) => Math.sin(sub.length + 7.3 * index));
      const expand = `${stack}_layers.${layer}.feed_forward.expand`;
      Object.assign(tensors, { [`${expand}.weight`]: tensorOf([3 * D, D]), [`${expand}.bias`]: tensorOf([3 * D]) });
      tensors[`${at}.feed_forward.hidden`] = tensorOf([count, 3 * D], (index) => Math.max(0, Math.sin(5.1 * index)));
    }
  }
  const candidate = (text, taken) => ({ id: 7, text, joined: false, probability: taken ? 0.8 : 0.1, taken });
  const facts = {
    ...{
      source: chipsOf("The black dog sleeps </s>"),
      target: chipsOf("<s> Le chien noir"),
      output: chipsOf("Le chien noir </s>"),
    },
    ...{
      language: { code: "fr", name: "French" },
      reads: "English",
      alignedLayer: 1,
      norm: "pre",
      matrix: "source_embedding",
      engine: null,
    },
    ...{ sentence: "The black dog sleeps", text: "Le chien noir", trust: null },
    sizes: { layers: { encoder: LAYERS, decoder: LAYERS }, heads: H, D, d_k: K, V: 9, activation: "relu" },
    candidates: Array.from({ length: T }, () => [candidate("oui", true), candidate("non", false)]),
  };
  const room = upright ? roomOf(390, 700, true, 13) : roomOf(1400, 720, false, 14);
  const cells = { encoder: [0, 1, 2], decoder: [0, 1, 2] };
  return {
    facts,
    tensors,
    cells,
    place,
    room,
    step: LAYERS + T,
    row: 2,
    source: null,
    isAsking: true,
    question: "Why does “a” look at “b”?",
  };
}
