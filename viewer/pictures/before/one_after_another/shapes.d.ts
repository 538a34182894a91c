// What viewer/pictures/before/one_after_another/ sends.

interface WaitingFacts {
  source: Chip[];
  target: Chip[]; // the first tokens of the translation
  left: number; // how many more it has
  text: string;
  layers: number; // of the Transformer's encoder
  models: string[];
  snippet: PythonLines;
}
type WaitingTensor = "gradients"; // (models, T, S)
type WaitingView = View<WaitingFacts, WaitingTensor> & Played & { word: number; token: number };

// A reader of the sentence: `ready(word, row)` is the step in which it finishes a word.
interface Reader {
  name: string;
  rows: number;
  short?: string; // its name at Look, where it is shown there
  ready: (word: number, row: number) => number;
  waitsFor: (word: number, row: number) => { word: number; row: number }[]; // row −1 is the sentence itself
}
