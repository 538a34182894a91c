// What viewer/pictures/watch/steps/ shows of a decoding; what it is sent is in viewer/facts.d.ts.

type StepsSent = ActivationFacts<StepsChosen, StepsPassage> & StepsModel;

interface StepsFacts {
  sizes: Pick<Sizes, "S" | "D" | "H" | "decoder_layers">;
  recurrent: boolean;
  alignedLayer: number;
  source: Chip[];
  branches: { now: Branch } & Record<BranchName, Branch | null>;
  path: BranchTaken[];
  difference: StepsChosen["difference"];
  language: string;
  reads: string;
  strategy: string;
  runs: number | null;
}

type BranchName = "now" | "before" | "own";
interface Branch extends Pick<DecodingFacts, "text" | "forced" | "logProbabilities" | "entropies"> {
  chips: Chip[];
  steps: Candidate[][];
  leftAt: number | null;
}

interface Candidate extends Pick<CandidateFacts, "rank" | "id" | "logProbability"> {
  probability: number;
  drawnFrom: number;
  taken: boolean;
  text: string;
  joined: boolean;
}

// The other branches' weights come with the branches; a recurrent network does not attend to the tokens before.
type StepsView = View<StepsFacts, `${string}decoder.${number}.${"self" | "cross"}_attention.weights`> & Played;
