// What viewer/pictures/after/one_stack/ sends.

interface OneStackFacts {
  language: string;
  source: Chip[];
  target: Chip[];
  snippet: PythonLines;
}

// Means over heads, a matrix for each layer: of one stack, (S + T, S + T); of the encoder-decoder's three attentions.
type OneStackTensor = "stack" | "encoder" | "cross" | "decoder";
type OneStackView = View<OneStackFacts, OneStackTensor> & {
  joined: boolean;
  layer: number;
  row: number;
};

interface WritingFacts {
  beginning: Chip[];
  how: string;
  steps: { token: Chip; candidates: { text: string; joined: boolean; probability: number; taken: boolean }[] }[];
  ended: boolean;
}
type WritingView = Kept<WritingFacts> & { count: number; known: Map<string, any> };

// Of one head in the first layer, a query and a key, (d_k) each, and whose they are.
type RotationView = View<{ query: string; key: string }, "query" | "key"> & {
  places: { query: number; key: number; by: number };
};
