// The engine's files: fetched with progress, checked against their hash, and cached by it if the browser can.

import { joinPlanes, unzip } from "../transport/payload.js";
import { retry } from "../transport/persistent.js";
import { openStore } from "../transport/storage.js";
import { EngineError } from "./error.js";

const STORE = "glassformer-weights";

/** @typedef {{address: string, sha256: string, length: number, planes?: number}} KeptFile a file on a server and its
   expected hash and length; its bytes may come apart, see `rejoined` */

// The bytes of a file, from the browser's store or the network; bytes are returned unchanged.
/**
 * @param {Uint8Array<ArrayBuffer> | KeptFile} file
 * @param {(loaded: number, length: number) => void} onProgress
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function readBytes(file, onProgress = () => {}) {
  if (file instanceof Uint8Array) return file;
  const store = await openStore(STORE);
  const name = `https://glassformer.invalid/${file.sha256}`;
  const kept = await store?.match(name);
  if (store && kept) {
    const bytes = new Uint8Array(await kept.arrayBuffer());
    if (await isWhole(file, bytes)) return bytes;
    await store.delete(name);
  }
  const bytes = await retry(() => whole(file, onProgress));
  await store?.put(name, new Response(bytes)).catch(() => {}); // the store may be full
  return bytes;
}

// What `read` makes of the answer from an address; anything else is returned unchanged.
/** @template Content @param {string | Content} file @param {(answer: Response) => Promise<Content>} read @returns {Promise<Content>} */
const readAs = (file, read) =>
  typeof file === "string" ? retry(async () => read(new Response(await openFile(file)))) : Promise.resolve(file);

// A file's content as JSON.
/** @param {string | object} file @returns {Promise<any>} */
export const readJson = (file) => readAs(file, (answer) => answer.json());

// The fused kernels if this browser can run them, else the plain ones.
/** @param {string | BufferSource} plain @param {string | BufferSource} [fused] */
export async function readKernels(plain, fused) {
  /** @param {string | BufferSource} file */
  const read = (file) => readAs(file, (answer) => answer.arrayBuffer());
  const faster = fused && (await read(fused));
  return faster && globalThis.WebAssembly?.validate(faster) ? faster : read(plain);
}

/** @param {KeptFile} file @param {(loaded: number, length: number) => void} onProgress */
async function whole(file, onProgress) {
  const bytes = await download(file, onProgress);
  if (await isWhole(file, bytes)) return bytes;
  throw new EngineError("The model arrived damaged. Reload the page to download it again.");
}

/** @param {KeptFile} file @param {(loaded: number, length: number) => void} onProgress */
async function download({ address, length, planes = 1 }, onProgress) {
  const bytes = new Uint8Array(length);
  const reader = (await openFile(address)).getReader();
  let loaded = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(offline);
    if (done) return planes === 1 ? bytes.subarray(0, loaded) : joinPlanes(bytes.subarray(0, loaded), planes);
    if (loaded + value.length > length) return new Uint8Array();
    bytes.set(value, loaded);
    loaded += value.length;
    onProgress(loaded, length);
  }
}

// Files that end in .bin are gzipped, for a server that only hands out files.
async function openFile(/** @type {string} */ address) {
  const { ok, body } = await fetch(address).catch(offline);
  if (!ok || !body) throw new EngineError("The server does not have the model. Reload the page.");
  return address.endsWith(".bin") ? unzip(body) : body;
}

/** @returns {never} */
function offline() {
  throw new EngineError("The model could not be downloaded. Check the network and reload the page.");
}

// A page without a secure connection can't compute hashes.
async function isWhole(/** @type {KeptFile} */ { sha256, length }, /** @type {Uint8Array<ArrayBuffer>} */ bytes) {
  if (bytes.length !== length) return false;
  if (!globalThis.crypto?.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === sha256;
}
