// For each sentence what the browser's own model makes of it, and how far that is from what Python sends; see
// test_live.py. A job as JSON comes in: the model's folder, and the files of Python's payloads.

import { readFileSync } from "node:fs";
import { chosenOf } from "../../../viewer/watch/machine/chosen.js";
import livePayload from "../../../viewer/watch/machine/live.js";
import { loadEngine } from "../../../viewer/widgets/engine/engine.js";
import { mayBeSeveral } from "../../../viewer/widgets/live/typing.js";
import { plainNumbers, unpack } from "../../../viewer/widgets/payload.js";

const job = JSON.parse(readFileSync(0, "utf-8"));
const room = new URL("../../../viewer/widgets/engine/", import.meta.url);
const json = (file) => JSON.parse(readFileSync(file, "utf-8"));
const engine = await loadEngine({
  weights: new Uint8Array(readFileSync(`${job.folder}/model.safetensors`)),
  tokenizer: json(`${job.folder}/tokenizer.json`),
  config: json(`${job.folder}/config.json`),
  reading: json(new URL("reading.json", room)),
  kernels: readFileSync(new URL("kernels.wasm", room)),
});

function compared(sentence, file) {
  if (file === null) return { live: livePayload(engine, sentence, {}), several: mayBeSeveral(sentence) };
  const sent = unpack(readFileSync(file));
  const made = livePayload(engine, sentence, sent.facts);
  const shapes = ({ tensors }) => Object.fromEntries(Object.entries(tensors).map(([name, { shape }]) => [name, shape]));
  const apart = Object.keys(sent.tensors).map((name) => {
    const numbers = plainNumbers(sent.tensors[name]);
    return plainNumbers(made.tensors[name]).reduce((most, each, at) => {
      return Math.max(most, Math.abs(each - numbers[at]) / Math.max(1, Math.abs(numbers[at])));
    }, 0);
  });
  return {
    live: made.facts,
    shapes: [shapes(sent), shapes(made)],
    chosen: [chosenOf(sent), chosenOf(made)],
    apart: Math.max(...apart),
    several: mayBeSeveral(sentence),
  };
}

process.stdout.write(JSON.stringify(job.cases.map(([sentence, file]) => compared(sentence, file))));
