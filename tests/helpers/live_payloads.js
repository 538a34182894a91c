// For each sentence what the browser's own model makes of it, and how far that is from what Python sends; see
// live_payloads.py. A job as JSON comes in: the model's folder, and the files of Python's payloads.

import { readFileSync } from "node:fs";
import { loadEngine } from "../../viewer/engine/engine.js";
import { plainNumbers, unpack } from "../../viewer/transport/payload.js";

const viewer = new URL("../../viewer/", import.meta.url);
const job = JSON.parse(readFileSync(0, "utf-8"));
const json = (file) => JSON.parse(readFileSync(file, "utf-8"));
const card = json(`${job.folder}/card.json`);
const engine = await loadEngine({
  languages: [card.source_language, card.target_language],
  weights: new Uint8Array(readFileSync(`${job.folder}/model.safetensors`)),
  tokenizer: json(`${job.folder}/tokenizer.json`),
  config: json(`${job.folder}/config.json`),
  reading: json(new URL("engine/reading.json", viewer)),
  kernels: readFileSync(new URL("engine/fused.wasm", viewer)),
});
const { namedPayload } = await import(new URL("engine/live/decodings.js", viewer).href);
const { mayBeSeveral } = await import(new URL("engine/live/typing.js", viewer).href);

const shapesOf = ({ tensors }) => Object.fromEntries(Object.entries(tensors).map(([name, { shape }]) => [name, shape]));

function compared([sentence, request, file]) {
  const made = namedPayload(engine, sentence, request);
  const several = mayBeSeveral(sentence);
  if (file === null || made === null) return { facts: made?.facts ?? null, several };
  const sent = unpack(readFileSync(file));
  const apart = Object.keys(made.tensors).map((name) => {
    const numbers = plainNumbers(sent.tensors[name]);
    return plainNumbers(made.tensors[name]).reduce(
      (most, each, at) =>
        each === numbers[at] ? most : Math.max(most, Math.abs(each - numbers[at]) / Math.max(1, Math.abs(numbers[at]))),
      0,
    );
  });
  return { facts: made.facts, shapes: [shapesOf(sent), shapesOf(made)], apart: Math.max(...apart), several };
}

process.stdout.write(JSON.stringify(job.cases.map(compared)));
