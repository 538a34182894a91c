// The memory that the kernels use. Whatever is allocated has an address, in bytes, as in C.

const PAGE = 65_536;

export class Memory {
  pages = new WebAssembly.Memory({ initial: 2 });
  next = 0;
  floats = new Float32Array(this.pages.buffer);
  integers = new Int32Array(this.pages.buffer);
  halves = new Uint16Array(this.pages.buffer);

  // Allocates this many bytes, without clearing them. Views of the memory are replaced when it grows.
  take(/** @type {number} */ bytes) {
    const at = this.next;
    this.next = (at + bytes + 15) & ~15;
    const missing = Math.ceil((this.next - this.pages.buffer.byteLength) / PAGE);
    if (missing > 0) {
      this.pages.grow(Math.max(missing, 16));
      this.see();
    }
    return at;
  }

  // Runs the work, then frees what it has allocated.
  /** @template Made @param {() => Made} work @returns {Made} */
  within(work) {
    const mark = this.next;
    try {
      return work();
    } finally {
      this.next = mark;
    }
  }

  see() {
    const { buffer } = this.pages;
    this.floats = new Float32Array(buffer);
    this.integers = new Int32Array(buffer);
    this.halves = new Uint16Array(buffer);
  }
}
