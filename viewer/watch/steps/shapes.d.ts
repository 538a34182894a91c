// What viewer/watch/steps/ sends.

interface StepsFacts {
  sizes: Pick<Sizes, "S" | "D" | "H" | "decoder_layers">;
  recurrent: boolean;
  alignedLayer: number;
  source: Chip[];
  roads: { now: Road; before?: Road; own?: Road };
  path: { text: string; fork: { step: number; token: number } | null; said: string | null }[];
  difference: Record<"before" | "now", { text: string; same: boolean }[]> | null;
  language: string;
  strategy: string;
  runs: { encoder: number; decoder: number } | null;
}

interface Road {
  chips: Chip[];
  text: string;
  forced: number;
  finished: boolean;
  logProbabilities: number[];
  totals: number[];
  logProbability: number;
  score: number;
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
  step: number;
}

type StepsTensor = "now.cross";
// The other roads' weights come with the roads; a recurrent network does not attend to what it has said.
type StepsView = View<StepsFacts, StepsTensor> &
  Played & {
    sizes: StepsFacts["sizes"];
    tensors: Partial<Tensors<"now.self" | `${"before" | "own"}.${"cross" | "self"}`>>;
  };
