// What viewer/pictures/watch/alignment/ sends.

interface AlignmentFacts {
  model: string;
  language: string;
  reads: string;
  source: { text: string; words: string[] };
  target: { text: string; words: string[] };
  pieces: Record<Side, number[][]>;
  links: [number, number][] | null;
  leastError: number | null;
  layers: number;
  heads: number;
  alignedLayer: number;
  layerErrors: number[] | null;
  headErrors: [number, number, number][];
  leastHeadError: number | null;
  wordForTwo: [string, string] | null;
  sets: MeasuredSet[];
  measured: string;
}

// For each method and step, the best layer and head with the error rate; the best first.
interface MeasuredSet {
  title: string;
  pairs: number;
  best: [string, string, number | null, number | null, number][];
}

type AlignmentTensor = "weights" | "norms" | "norms.all" | "zeroing" | "alti";
type AlignmentView = View<AlignmentFacts, AlignmentTensor>;
