// The engine in Node, asked from Python: a job as JSON comes in, the answer goes out as JSON, and activations into a
// safetensors file; see in_node.py.

import { readFileSync, writeFileSync } from "node:fs";
import { makeEditProbe } from "../../viewer/engine/edits.js";
import { loadAges, loadEngine } from "../../viewer/engine/engine.js";

const job = JSON.parse(readFileSync(0, "utf-8"));
const room = new URL("../../viewer/engine/", import.meta.url);
const json = (file) => JSON.parse(readFileSync(file, "utf-8"));
const target = job.ages ? "fr" : json(`${job.folder}/card.json`).target_language;
const weights = (job.ages ?? ["model.safetensors"]).map(
  (name) => new Uint8Array(readFileSync(`${job.folder}/${name}`)),
);
const files = {
  languages: [job.language, target],
  tokenizer: json(`${job.folder}/tokenizer.json`),
  config: json(`${job.folder}/config.json`),
  reading: json(new URL("reading.json", room)),
  kernels: readFileSync(new URL("kernels.wasm", room)),
  fused: readFileSync(new URL("fused.wasm", room)),
};
const models = job.ages ? await loadAges({ ...files, weights }) : [await loadEngine({ ...files, weights: weights[0] })];
let model = models[0];

// A probe that multiplies some activations and turns some around.
function changing({ factors = {}, turned = [] }) {
  return (name, value) => {
    if (name in factors) value.data = value.data.map((each) => each * factors[name]);
    if (turned.includes(name)) value.data = value.data.slice().reverse();
    return value;
  };
}

const tasks = {
  read: ({ text }) => model.read(text),
  write: ({ text, ids }) => model.write(model.read(text), ids),
  decode: ({ ids, prefix, size, alpha, record = true, probe }) => {
    const held = { prefix, probe: probe && changing(probe) };
    const source = { ids };
    return size
      ? model.beam(source, { ...held, size, alpha, record })
      : { hypotheses: [model.greedy(source, { ...held, alpha })], nodes: [], greedily: null };
  },
  trace: ({ ids, tokens, probe, edit, file }) => {
    const edited = edit && ((name, value) => makeEditProbe(edit)(name, value)); // which sees everything
    const { activations } = model.trace({ ids }, tokens, edited ?? (probe && changing(probe)));
    writeFileSync(file, packed(activations));
    return Object.keys(activations);
  },
};

function packed(activations) {
  let end = 0;
  const header = {};
  for (const [name, { shape, data }] of Object.entries(activations)) {
    const dtype = data instanceof Int32Array ? "I32" : "F32";
    header[name] = { dtype, shape, data_offsets: [end, end + data.byteLength] };
    end += data.byteLength;
  }
  const said = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(said.length));
  return Buffer.concat([length, said, ...Object.values(activations).map(({ data }) => Buffer.from(data.buffer))]);
}

const answers = job.asked.map(({ task, age = 0, ...rest }) => {
  model = models[age];
  return tasks[task](rest);
});
process.stdout.write(JSON.stringify(answers));
