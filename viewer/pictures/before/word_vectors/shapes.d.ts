// What viewer/pictures/before/word_vectors/ sends.

interface LearningFacts {
  kind: "skip-gram" | "cbow";
  rate: number;
  words: string[];
  leftOut: string[]; // words of the sentence without a vector
  cut: boolean;
  steps: LearningStep[];
  snippet: PythonLines;
  path: string;
}

// One example: positions of the words that predict, and of the word that they predict, which is compared first.
interface LearningStep {
  predicts: number[];
  word: number;
  asked: string[];
  products: number[];
  after: number[];
  loss: number;
  lossAfter: number;
  moved: number[];
  movedPredicted: number[];
}
type LearningView = View<LearningFacts> & Played;

interface NearFacts {
  word: string;
  near: Record<string, { word: string; cosine: number }[]>; // to the word, and to others that are offered
}
type NearView = Kept<NearFacts>;

interface DriftFacts {
  word: string;
  sentences: string[];
  cosines: number[]; // between both, as rows of the embedding and after each layer
}
type DriftView = Kept<DriftFacts>;
