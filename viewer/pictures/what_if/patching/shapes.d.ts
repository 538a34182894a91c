// What the patching page sends: viewer/pictures/what_if/patching/.

interface PatchingFacts {
  model: string;
  language: string;
  sentences: [PatchedSentence, PatchedSentence];
  target: Chip[];
  step: number;
  tokens: [string, string];
  differences: [number, number];
  mapTitle: string;
  told: string;
  grids: PatchGrid[];
  cell: PatchedCell;
}

// One of the two, as translated by the original model.
interface PatchedSentence {
  text: string;
  chips: Chip[];
  translated: Chip[];
}

interface PatchGrid {
  kind: Kind;
  stack: Stack;
  title: string;
  places: { place: string; label: string; name: string }[];
}

interface PatchedCell {
  place: string;
  position: number;
  words: { text: string; whose: "both" | "a" | "b" | "neither" }[];
  changes: { before: string; after: string }[]; // from a's translation
}

type PatchingTensor = `${"moved" | "difference"}.${Kind}` | "copied";
type PatchingView = View<PatchingFacts, PatchingTensor> & { grids: DrawnGrid[] };

// A grid with its numbers, and the tokens at its positions.
interface DrawnGrid extends PatchGrid {
  moved: Matrix;
  difference: Matrix;
  columns: { a: string; b: string }[];
}
