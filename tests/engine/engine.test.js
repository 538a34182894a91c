// What the engine refuses, without a model: weights that are not the configuration's, a browser without memory, and
// probes that return what no model can go on with.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loadEngine } from "../../viewer/engine/engine.js";
import { callProbe } from "../../viewer/engine/probe.js";

const json = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf-8"));
const FILES = {
  weights: readFileSync(new URL("../../assets/models/en-fr/model.safetensors", import.meta.url)),
  tokenizer: json("assets/models/en-fr/tokenizer.json"),
  config: json("assets/models/en-fr/config.json"),
  reading: json("viewer/engine/reading.json"),
  kernels: readFileSync(new URL("../../viewer/engine/kernels.wasm", import.meta.url)),
  fused: readFileSync(new URL("../../viewer/engine/fused.wasm", import.meta.url)),
};

test("weights of another configuration are refused", async () => {
  for (const change of [{ d_model: 96 }, { encoder_layers: 9 }, { vocabulary_size: 5 }])
    await assert.rejects(loadEngine({ ...FILES, config: { ...FILES.config, ...change } }), /do not belong/);
});

test("too little memory is an error in one sentence", async (context) => {
  const weights = { address: "data:,", sha256: "", length: 2 ** 60 };
  await assert.rejects(loadEngine({ ...FILES, weights }), /too little memory/);
  context.mock.method(WebAssembly.Memory.prototype, "grow", () => {
    throw new RangeError("WebAssembly.Memory.grow(): Maximum memory size exceeded");
  });
  await assert.rejects(loadEngine(FILES), /too little memory/);
});

test("a browser that can’t multiply and add at once runs the plain kernels, with the same result", async (context) => {
  const newer = await loadEngine(FILES);
  context.mock.method(WebAssembly, "validate", (bytes) => bytes === FILES.kernels);
  const older = await loadEngine(FILES);
  const logitsOf = (engine) => engine.trace(engine.read("A new coat."), [7, 8]).activations.logits.data;
  const [logits, others] = [newer, older].map(logitsOf);
  assert.ok(logits.every((each, at) => Math.abs(each - others[at]) < 1e-4));
  assert.ok(logits.some((each, at) => each !== others[at])); // it ran others
});

test("a browser without WebAssembly’s SIMD, or that may not compile, is told so", async (context) => {
  context.mock.method(WebAssembly, "instantiate", async () => {
    throw new WebAssembly.CompileError("blocked by CSP");
  });
  await assert.rejects(loadEngine(FILES), /security policy forbids WebAssembly/);
  context.mock.method(WebAssembly, "validate", () => false);
  await assert.rejects(loadEngine(FILES), /lacks WebAssembly with SIMD.*Safari 17\.5/);
});

test("a probe must return as many numbers, all of them finite", () => {
  const shown = (name, returned) => callProbe(() => returned, name, [2], Float32Array.of(1, 2));
  assert.throws(() => shown("encoder.input", undefined), /must return 2 numbers for encoder.input/);
  assert.throws(() => shown("encoder.input", { data: Float32Array.of(1) }), /must return 2 numbers/);
  assert.throws(() => shown("encoder.input", { data: Float32Array.of(1, -Infinity) }), /not finite/);
  assert.deepEqual(shown("logits", { data: Float32Array.of(1, -Infinity) }), Float32Array.of(1, -Infinity));
});
