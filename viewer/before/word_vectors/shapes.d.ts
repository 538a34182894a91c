// What viewer/before/word_vectors/ sends.

interface LearningFacts {
  kind: "skip-gram" | "cbow";
  name: string;
  rate: number;
  words: string[];
  leftOut: string[]; // words of the sentence without a vector
  cut: boolean;
  steps: LearningStep[];
  snippet: PythonLines;
  path: string;
}

// One example: positions of the words that foretell, and of the one that they foretell, which is the first asked.
interface LearningStep {
  foretells: number[];
  word: number;
  asked: string[];
  products: number[];
  after: number[];
  loss: number;
  lossAfter: number;
  moved: number[];
  movedForetold: number[];
}
type LearningView = View<LearningFacts> & Played;
