// What a page runs for browser_speed.py: the engine on sentences, timed. `base` is the address of its server.

import { loadEngine } from "../viewer/engine/engine.js";

const UNTIMED = 10; // sentences, until the code is compiled

async function bytes(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// Milliseconds from text to text; greedily with a beam of 1.
export async function timed(base, model, sentences, beam) {
  const [folder, code] = [`${base}/assets/models/${model}`, `${base}/viewer/engine`];
  const engine = await loadEngine({
    weights: await bytes(`${folder}/model.safetensors`),
    tokenizer: `${folder}/tokenizer.json`,
    config: `${folder}/config.json`,
    reading: `${code}/reading.json`,
    kernels: `${code}/kernels.wasm`,
    languages: model.split("-"),
  });
  const times = [];
  for (const sentence of [...sentences.slice(0, UNTIMED), ...sentences]) {
    await new Promise((done) => setTimeout(done)); // or the browser would ask whether to stop a script that runs on
    const begun = performance.now();
    const source = engine.read(sentence);
    const found = beam > 1 ? engine.beam(source, { size: beam }).hypotheses[0] : engine.greedy(source);
    engine.write(source, found.tokens);
    times.push(performance.now() - begun);
  }
  return times.slice(Math.min(UNTIMED, sentences.length));
}
