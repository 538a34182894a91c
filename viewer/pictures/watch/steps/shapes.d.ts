// What viewer/pictures/watch/steps/ sends, or the browser's own model makes.

interface StepsFacts {
  sizes: Pick<Sizes, "S" | "D" | "H" | "decoder_layers">;
  recurrent: boolean;
  alignedLayer: number;
  source: Chip[];
  branches: { now: Branch; before?: Branch; own?: Branch };
  path: { text: string; fork: { step: number; token: number } | null; chosen: string | null }[];
  difference: Record<"before" | "now", Stretch[]> | null;
  language: string;
  reads: string;
  strategy: string;
  runs: { encoder: number; decoder: number } | null;
}

// What the browser's own model needs for another sentence: the size of the beam, or null for greedy decoding, and the
// tokens that the translation begins with.
interface StepsSearch {
  size: number | null;
  alpha: number;
  prefix: number[];
}

// Both are null, or not there, where only the server can draw what is shown.
interface StepsSent extends StepsFacts {
  search?: (StepsSearch & { sentence: string }) | null; // as typed
  engine?: EngineOffer | null;
}

interface Branch {
  chips: Chip[];
  text: string;
  forced: number;
  logProbabilities: number[];
  entropies: number[];
  steps: Candidate[][];
  leftAt: number | null;
}

interface Candidate {
  rank: number;
  id: number;
  probability: number;
  log_probability: number;
  drawn_from: number;
  taken: boolean;
  text: string;
  joined: boolean;
}

type StepsTensor = "now.cross";
// The other branches' weights come with the branches; a recurrent network does not attend to the tokens before.
type StepsView = View<StepsFacts, StepsTensor> &
  Played & { tensors: Partial<Tensors<"now.self" | "before.cross" | "own.cross">> };
