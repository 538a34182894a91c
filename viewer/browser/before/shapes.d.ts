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
