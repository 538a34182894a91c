// What viewer/pictures/walk/embedding/stage.py sends.

interface EmbeddingFacts {
  pieces: string[];
  explained: Partial<Record<Stack, [number, number]>>;
  merges: number; // none in a Unigram vocabulary
  unigram: boolean;
  counted: boolean; // whether it is known how often training read each piece
  often: number;
  never: { share: number; near: number };
  example: [string, string[]] | null;
  opposites: { words: string[]; cosine: number; place: number }[];
  meanCosine: number;
  room: { first: number; rest: number; dimensions: number; wave: number } | null;
  table: { tied: boolean; tables: number; numbers: number; parameters: number };
  sides: Record<Stack, EmbeddingSide>;
  typed: { text: string; changed: boolean }[];
  cleaned: { text: string; changed: boolean }[];
  cut: boolean;
}

interface EmbeddingSide {
  text: string;
  words: CutWord[];
}

interface CutWord {
  word: string;
  first: number;
  count: number;
  merges: { left: string; right: string; at: number; rank: number }[] | null;
  cuts: { pieces: string[]; logs: number[] }[] | null; // of a Unigram vocabulary, the most probable first
}

// A decoder with a table of its own has a map of its own.
type EmbeddingTensor =
  | "counts"
  | "kinds"
  | "groups"
  | "encoder.map"
  | `${Stack}.${"ids" | "rows" | "embedding" | "near" | "cosines" | "products" | "norms"}`
  | `${Stack}.${"least" | "leastCosine" | "below"}`;
type EmbeddingView = WalkView<EmbeddingFacts, EmbeddingTensor> & { tensors: { "decoder.map"?: Tensor } };
