// The kernels and the memory that they use: compiled if the browser allows it, otherwise JavaScript.

import { Memory } from "./memory.js";
import { plainKernels } from "./plain_kernels.js";

/**
 * @param {BufferSource | null} compiled kernels.wasm; null for the kernels in JavaScript
 * @returns {Promise<{memory: Memory, kernels: ReturnType<typeof plainKernels>, compiled: boolean}>}
 */
export async function loadKernels(compiled) {
  try {
    if (compiled && WebAssembly.validate(compiled)) {
      const memory = new Memory(new WebAssembly.Memory({ initial: 2 }));
      const { instance } = await WebAssembly.instantiate(compiled, { env: { memory: memory.pages } });
      const { __heap_base: heap, ...kernels } = /** @type {any} */ (instance.exports);
      memory.next = heap.value; // the stack is below this address
      return { memory, kernels, compiled: true };
    }
  } catch {
    // A page's security policy can forbid it.
  }
  const memory = new Memory(null);
  return { memory, kernels: plainKernels(memory), compiled: false };
}
