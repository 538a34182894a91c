// What Node, Chromium and Firefox run for browser_speed.py: an engine on sentences, timed, or compared with the library.
// `base` is the address of its server.

import { loadEngine } from "../../viewer/engine/engine.js";
import { readTensors } from "../../viewer/transport/payload.js";

const UNTIMED = 10; // sentences, until the code is compiled

async function bytes(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function engineOf(base, model, compiled = true) {
  const [folder, code] = [`${base}/assets/models/${model}`, `${base}/viewer/engine`];
  return loadEngine({
    weights: await bytes(`${folder}/model.safetensors`),
    tokenizer: `${folder}/tokenizer.json`,
    config: `${folder}/config.json`,
    reading: `${code}/reading.json`,
    kernels: compiled ? `${code}/kernels.wasm` : null,
    languages: model.split("-"),
  });
}

// Lets the browser breathe: it would ask whether to stop a script that runs on.
const pause = () => new Promise((done) => setTimeout(done));

async function timed(items, translate) {
  const times = [];
  for (const item of [...items.slice(0, UNTIMED), ...items]) {
    await pause();
    const begun = performance.now();
    await translate(item);
    times.push(performance.now() - begun);
  }
  return times.slice(Math.min(UNTIMED, items.length));
}

// Milliseconds from text to text; greedily with a beam of 1.
export async function ours(base, model, sentences, compiled, beam) {
  const engine = await engineOf(base, model, compiled);
  return timed(sentences, (sentence) => {
    const source = engine.read(sentence);
    const found = beam > 1 ? engine.beam(source, { size: beam }).hypotheses[0] : engine.greedy(source);
    return engine.write(source, found.tokens);
  });
}

// Milliseconds from ids to ids in transformers.js, with a random Marian that writes as many tokens as ours.
export async function transformersJs(base, sources, lengths) {
  const { AutoModelForSeq2SeqLM, Tensor, env } = await import(
    `${base}/packages/@huggingface/transformers/dist/transformers.min.js`
  );
  Object.assign(env, { allowLocalModels: true, allowRemoteModels: false, useBrowserCache: false });
  env.localModelPath = `${base}/`;
  Object.assign(env.backends.onnx.wasm, { numThreads: 1, wasmPaths: `${base}/packages/onnxruntime-web/dist/` });
  const how = { dtype: "fp32", device: "wasm", subfolder: "" };
  const marian = await AutoModelForSeq2SeqLM.from_pretrained("marian", /** @type {any} */ (how));
  const row = (ids) => new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const written = [];
  const times = await timed([...sources.keys()], async (at) => {
    const exactly = { min_new_tokens: lengths[at], max_new_tokens: lengths[at] };
    const read = { inputs: row(sources[at]), attention_mask: row(sources[at].map(() => 1)) };
    const found = await marian.generate({ ...read, ...exactly, do_sample: false });
    written[at] = Array.from(found.data, Number).slice(1);
  });
  return { times, written };
}

// Of each sentence the ids it is read as, the tokens of both searches and the beam's text; null if there is nothing.
export async function found(base, model, sentences) {
  const engine = await engineOf(base, model);
  const all = [];
  for (const sentence of sentences) {
    await pause();
    const source = engine.read(sentence);
    const [greedy, beam] = source.text ? [engine.greedy(source), engine.beam(source).hypotheses[0]] : [];
    all.push(beam ? [source.ids, greedy.tokens, beam.tokens, engine.write(source, beam.tokens)] : null);
  }
  return all;
}

// The largest difference of each named activation from the library's, of 1 or of a larger number itself, of all passes,
// and how many numbers they were.
export async function differences(base, model, passes, compiled) {
  const engine = await engineOf(base, model, compiled);
  /** @type {Record<string, number>} */
  const largest = {};
  let numbers = 0;
  for (const [at, { ids, tokens }] of passes.entries()) {
    await pause();
    const { tensors } = readTensors(await bytes(`${base}/trace/${model}/${at}`));
    const { activations } = engine.trace({ ids }, tokens);
    const names = [...activations.keys()];
    if (String(names.toSorted()) !== String(Object.keys(tensors).toSorted())) throw new Error(`${names}`);
    for (const [name, { shape, data }] of activations) {
      const expected = tensors[name];
      if (String(shape) !== String(expected.shape)) throw new Error(`${name}: ${shape} is not ${expected.shape}`);
      numbers += data.length;
      for (let i = 0; i < data.length; i += 1) {
        if (data[i] === expected.data[i]) continue; // also −∞
        const difference = Math.abs(data[i] - expected.data[i]) / Math.max(1, Math.abs(expected.data[i]));
        if (!(difference <= (largest[name] ?? 0))) largest[name] = Number.isNaN(difference) ? Infinity : difference;
      }
    }
  }
  return { largest, numbers };
}
