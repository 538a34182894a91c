// What outlives a page while Streamlit goes from one to the next.
declare var glassformer: {
  focus: string | null;
  weights?: { received: Uint8Array; facts: { fingerprint: string }; tensors: Record<string, Tensor> };
  weightsCame?: () => void;
};

// As `unpack` of shared/parcel.js gives it; `half` numbers are 16-bit floats that `part` turns into ordinary ones.
interface Tensor {
  shape: number[];
  data: Float32Array | Int32Array | Uint8Array | Uint16Array;
  half: boolean;
}
