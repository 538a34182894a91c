// The memory that the kernels use. Whatever is allocated has an address, in bytes, as in C.

const PAGE = 65_536;

export class Memory {
  /**
   * @param {WebAssembly.Memory | null} pages WebAssembly's memory; null for the kernels in JavaScript
   */
  constructor(pages) {
    this.pages = pages;
    this.next = 0;
    this.see(pages ? pages.buffer : new ArrayBuffer(0));
  }

  // Allocates this many bytes, without clearing them. Views of the memory are replaced when it grows.
  take(bytes) {
    const at = this.next;
    this.next = (at + bytes + 15) & ~15;
    const missing = Math.ceil((this.next - this.floats.buffer.byteLength) / PAGE);
    if (missing > 0) this.grow(Math.max(missing, 16));
    return at;
  }

  // Runs the work, then frees what it has allocated.
  within(work) {
    const mark = this.next;
    try {
      return work();
    } finally {
      this.next = mark;
    }
  }

  grow(pages) {
    if (this.pages) {
      this.pages.grow(pages);
      this.see(this.pages.buffer);
      return;
    }
    const larger = new Uint8Array(this.floats.buffer.byteLength + pages * PAGE);
    larger.set(new Uint8Array(this.floats.buffer));
    this.see(larger.buffer);
  }

  see(buffer) {
    this.floats = new Float32Array(buffer);
    this.integers = new Int32Array(buffer);
    this.halves = new Uint16Array(buffer);
  }
}
