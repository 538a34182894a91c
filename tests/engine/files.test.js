// The weights' way into the browser: progress, the store, and what goes wrong, in one sentence each.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, mock, test } from "node:test";
import { gzipSync } from "node:zlib";
import { readBytes } from "../../viewer/engine/files.js";

const CONTENT = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);
const FILE = {
  address: "https://example.org/model.safetensors",
  sha256: createHash("sha256").update(CONTENT).digest("hex"),
  length: CONTENT.length,
};
let asked;
let kept;

// A server that sends so many bytes at once, and a store of the browser's.
function served(content, status = 200) {
  globalThis.fetch = async (address) => {
    asked.push(address);
    return new Response(
      new ReadableStream({
        start(stream) {
          for (let at = 0; at < content.length; at += 300) stream.enqueue(content.slice(at, at + 300));
          stream.close();
        },
      }),
      { status },
    );
  };
}

mock.method(globalThis, "setTimeout", (work) => queueMicrotask(work)); // nobody waits before another try

beforeEach(() => {
  asked = [];
  kept = new Map();
  const store = {
    match: async (name) => kept.get(name)?.clone(),
    put: async (name, answer) => void kept.set(name, answer),
    delete: async (name) => kept.delete(name),
  };
  globalThis.caches = /** @type {any} */ ({ open: async () => store });
  served(CONTENT);
});

test("a download tells its progress and is kept by its hash", async () => {
  const progress = [];
  assert.deepEqual(await readBytes(FILE, (...all) => progress.push(all)), CONTENT);
  assert.deepEqual(
    progress,
    [300, 600, 900, 1000].map((loaded) => [loaded, 1000]),
  );
  assert.deepEqual(await readBytes({ ...FILE, address: "https://example.org/moved" }), CONTENT);
  assert.deepEqual(asked, [FILE.address]);
});

test("a file can come gzipped, and with every other byte first", async () => {
  const packed = { ...FILE, address: "https://example.org/weights.bin", planes: 2 };
  served(gzipSync(Uint8Array.from(CONTENT, (_, at) => CONTENT[at < 500 ? 2 * at : 2 * at - 999])));
  assert.deepEqual(await readBytes(packed), CONTENT);
  kept.clear();
  served(gzipSync(CONTENT));
  await assert.rejects(readBytes(packed), DAMAGED);
});

test("without a store, or with a full one, the download serves", async () => {
  globalThis.caches = /** @type {any} */ ({
    open: async () => ({ match: async () => {}, put: () => Promise.reject() }),
  });
  assert.deepEqual(await readBytes(FILE), CONTENT);
  globalThis.caches = /** @type {any} */ ({ open: () => Promise.reject() });
  assert.deepEqual(await readBytes(FILE), CONTENT);
  delete globalThis.caches;
  assert.deepEqual(await readBytes(FILE), CONTENT);
});

test("what is damaged in the store is downloaded again", async () => {
  kept.set(`https://glassformer.invalid/${FILE.sha256}`, new Response(CONTENT.slice(1)));
  assert.deepEqual(await readBytes(FILE), CONTENT);
  assert.equal(asked.length, 1);
});

test("what fails once is downloaded again", async () => {
  for (const fail of [
    () => Promise.reject(new TypeError("Failed to fetch")),
    async () => new Response("", { status: 503 }),
  ]) {
    const { fetch: whole } = globalThis;
    globalThis.fetch = () => {
      globalThis.fetch = whole;
      return fail();
    };
    kept.clear();
    assert.deepEqual(await readBytes(FILE), CONTENT);
  }
});

const DAMAGED = /damaged/;
const answered = (answer) => () => {
  globalThis.fetch = async () => answer();
};
const breaking = () => new ReadableStream({ pull: (control) => control.error(new TypeError("network error")) });
const FAILURES = {
  "another file of the same length": [() => served(CONTENT.map((byte) => byte ^ 1)), DAMAGED],
  "a shorter file": [() => served(CONTENT.slice(5)), DAMAGED],
  "a longer file": [() => served(Uint8Array.of(...CONTENT, 1)), DAMAGED],
  "no such file": [() => served(CONTENT, 404), /server/],
  "an answer without content": [answered(() => new Response(null, { status: 204 })), /server/],
  "no network": [answered(() => Promise.reject(new TypeError("Failed to fetch"))), /network/],
  "a network that breaks off": [answered(() => new Response(breaking())), /network/],
};

for (const [name, [arrange, message]] of Object.entries(FAILURES))
  test(`${name} is an error in one sentence, and is not kept`, async () => {
    arrange();
    await assert.rejects(readBytes(FILE), message);
    assert.equal(kept.size, 0);
  });
