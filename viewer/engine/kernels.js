// The compiled kernels and the memory that they use.

import { EngineError, NEWER } from "./error.js";
import { Memory } from "./memory.js";

const LACKING = `The model can’t run here: this browser lacks WebAssembly with SIMD, or it is off. ${NEWER}`;
const FORBIDDEN = "The model can’t run here: this site’s security policy forbids WebAssembly.";

/**
 * @typedef {"affine" | "normalise" | "exponentials" | "attend" | "add" | "rectify"} Name
 * @typedef {Record<Name, (...all: number[]) => number>} Kernels the functions that kernels.c exports
 */

/**
 * @param {BufferSource} compiled kernels.wasm
 * @returns {Promise<{memory: Memory, kernels: Kernels}>}
 * @throws {EngineError} if the browser can't run them
 */
export async function loadKernels(compiled) {
  if (!globalThis.WebAssembly?.validate(compiled)) throw new EngineError(LACKING);
  const memory = new Memory();
  const { instance } = await WebAssembly.instantiate(compiled, { env: { memory: memory.pages } }).catch((error) => {
    if (error instanceof WebAssembly.CompileError) throw new EngineError(FORBIDDEN);
    throw error;
  });
  const { __heap_base: heap, ...kernels } = /** @type {any} */ (instance.exports);
  memory.next = heap.value; // the stack is below this address
  return { memory, kernels };
}
