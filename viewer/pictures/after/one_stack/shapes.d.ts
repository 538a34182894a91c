// What viewer/pictures/after/one_stack/ sends.

interface OneStackFacts {
  language: string;
  text: string;
  prefix: string; // its translation with the prefix mask
  source: Chip[];
  target: Chip[];
  snippet: PythonLines;
}

// Means over heads, a matrix for each layer: of one stack, (S + T, S + T); of the encoder-decoder's three attentions.
type OneStackTensor = "stack" | "prefix" | "encoder" | "cross" | "decoder";
type OneStackView = View<OneStackFacts, OneStackTensor> & {
  model: "apart" | "joined" | "prefix";
  joined: boolean;
  prefix: boolean;
  layer: number;
  row: number;
};

interface WritingFacts {
  beginning: Chip[];
  how: string;
  steps: { token: Chip; candidates: { text: string; joined: boolean; probability: number; taken: boolean }[] }[];
  ended: boolean;
}
type WritingView = Kept<WritingFacts> & { count: number };
