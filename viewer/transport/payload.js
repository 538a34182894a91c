// Facts and tensors packed by Python: a safetensors file with the facts in its metadata.

const ARRAYS = {
  ...{ F32: Float32Array, F16: Uint16Array, F8_E4M3: Uint8Array },
  ...{ I32: Int32Array, I16: Int16Array, U8: Uint8Array },
};

// What is unpacked already is returned as it is.
/** @param {Uint8Array | Payload<any, any>} packed @returns {Payload<any, any>} */
export function unpack(packed) {
  if ("facts" in packed) return packed;
  const { metadata, tensors } = readTensors(packed.slice()); // a copy that begins at 0, so that every array is aligned
  return { facts: JSON.parse(metadata.facts), tensors };
}

// The tensors of a safetensors file, as views of its bytes, and its metadata.
/** @param {Uint8Array<ArrayBuffer>} file @returns {{ metadata: Record<string, string>, tensors: Record<string, Tensor> }} */
export function readTensors({ buffer, byteOffset }) {
  const length = Number(new DataView(buffer).getBigUint64(byteOffset, true));
  const first = byteOffset + 8 + length;
  const header = new TextDecoder().decode(new Uint8Array(buffer, byteOffset + 8, length));
  const { __metadata__: metadata, ...entries } = JSON.parse(header);
  const tensors = /** @type {Record<string, Tensor>} */ ({});
  /** @type {[string, { dtype: keyof typeof ARRAYS, shape: number[], data_offsets: [number, number] }][]} */
  const all = Object.entries(entries);
  for (const [name, { dtype, shape, data_offsets: offsets }] of all) {
    const [from, to] = offsets;
    const kind = ARRAYS[dtype];
    const data = new kind(buffer, first + from, (to - from) / kind.BYTES_PER_ELEMENT);
    const isByte = dtype === "F8_E4M3";
    tensors[name] = { shape, data: isByte ? asHalves(data) : data, half: isByte || dtype === "F16" };
  }
  return { metadata, tensors };
}

// One matrix of a larger tensor: `part(weights, layer, head)` of (layers, H, T, S) is {data, rows: T, columns: S}.
/** @param {Tensor} tensor @param {number[]} index @returns {any} a matrix if two dimensions are left, else numbers */
export function part({ shape, data, half }, ...index) {
  const rest = shape.slice(index.length);
  const size = rest.reduce((product, each) => product * each, 1);
  const number = index.reduce((sum, each, axis) => sum * shape[axis] + each, 0);
  const slice = data.subarray(number * size, (number + 1) * size);
  const numbers = half ? fromHalves(slice) : slice;
  return rest.length === 2 ? { data: numbers, rows: rest[0], columns: rest[1] } : numbers;
}

// The bytes of a gzipped file.
/** @param {ReadableStream<any>} packed */
export const unzip = (packed) => packed.pipeThrough(new DecompressionStream("gzip"));

// Numbers whose bytes come sorted: the first bytes of all numbers, then the second ones, and so on. They gzip smaller.
/** @param {Uint8Array} bytes @param {number} planes */
export function joinPlanes(bytes, planes) {
  const made = new Uint8Array(bytes.length);
  let from = 0;
  for (let plane = 0; plane < planes; plane += 1)
    for (let at = plane; at < bytes.length; at += planes) {
      made[at] = bytes[from];
      from += 1;
    }
  return made;
}

// All numbers of a tensor, ready for computing.
/** @param {Tensor} tensor */
export function plainNumbers({ data, half }) {
  return half ? fromHalves(data) : data;
}

// 8-bit floats (four bits of exponent, three of fraction) as 16-bit ones, which have all of their values.
const SMALLEST = [0, 0x1800, 0x1c00, 0x1e00, 0x2000, 0x2100, 0x2200, 0x2300]; // with an exponent of 0

/** @param {Numbers} bytes */
function asHalves(bytes) {
  const known = Uint16Array.from({ length: 256 }, (_, byte) => {
    const bits = byte & 0x7f;
    const size = bits === 0x7f ? 0x7e00 : (SMALLEST[bits] ?? (bits << 7) + 0x2000);
    return ((byte & 0x80) << 8) | size;
  });
  const halves = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) halves[at] = known[bytes[at]];
  return halves;
}

// 16-bit floats' values: the weights are stored and sent this way.
export function fromHalves(/** @type {Tensor["data"]} */ bits) {
  const known = valuesOfHalves();
  const values = new Float32Array(bits.length);
  for (let at = 0; at < bits.length; at += 1) values[at] = known[bits[at]];
  return values;
}

/** @type {Float32Array | undefined} */
let halves; // the value of each of the 65,536 patterns

function valuesOfHalves() {
  halves ??= Float32Array.from({ length: 1 << 16 }, (_, bits) => fromHalf(bits));
  return halves;
}

function fromHalf(/** @type {number} */ bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
