// What the pages before the Transformer send: viewer/before/.

// Lines of Python beside a picture: viewer/before/snippet.py.
interface PythonLines {
  title: string;
  code: string;
}

// ---- The bottleneck
interface BottleneckFacts {
  language: string;
  translations: BeforeTranslation[];
  source: Chip[];
  target: Chip[];
  order: number[]; // positions of the source, in the order in which they are read
  probabilities: number[];
  snippet: PythonLines;
}

interface BeforeTranslation {
  title: string;
  text: string;
  words: Stretch[];
  perToken: number;
  tokens: number;
}

// Rows of state, update, candidate are source positions; those of left are how many words were read.
type BottleneckTensor = "left" | "state" | "update" | "candidate" | "written";
type BottleneckView = View<BottleneckFacts, BottleneckTensor> & Played;

// ---- Looking back
interface LookingBackFacts {
  language: string;
  text: string;
  here: LookingSide;
  there: LookingSide;
  snippet: PythonLines;
}

interface LookingSide {
  name: string;
  perToken: number;
  source: Chip[];
  target: Chip[];
}

// Energies and looks (T, S); of the hidden layer that an energy sums over: states (T, A), words (S, A), v (A).
type LookingBackTensor = "energies" | "here" | "there" | "states" | "words" | "v";
type LookingBackView = View<LookingBackFacts, LookingBackTensor> & { cell: Cell };

interface Cell {
  row: number;
  column: number;
}

// ---- One after another
interface WaitingFacts {
  source: Chip[];
  target: Chip[];
  text: string;
  layers: number; // of the Transformer's encoder
  models: string[];
  snippet: PythonLines;
}
type WaitingTensor = "gradients"; // (models, T, S)
type WaitingView = View<WaitingFacts, WaitingTensor> & Played & { word: number; token: number };

// A reader of the sentence: `ready(word, row)` is the step in which it is done with a word.
interface Reader {
  name: string;
  rows: number;
  ready: (word: number, row: number) => number;
  waitsFor: (word: number, row: number) => { word: number; row: number }[]; // row −1 is the sentence itself
}

// ---- Word vectors
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
