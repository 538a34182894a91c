// What the laboratory sends: viewer/pictures/what_if/laboratory/laboratory.py.

interface LaboratoryFacts {
  sentence: string;
  sizes: Sizes;
  groups: { title: string; offers: { title: string; choices: { words: string; edit: string }[] }[] }[];
  first: { words: string; edit: string }[];
  changes: { words: string; edit: string; expectation: string }[];
  tokens: Record<Side | "output", Chip[]>;
  afterSource: Chip[];
  written: Chip[]; // by the changed model
  reordered: { sentence: string; before: string; after: string } | null;
  before: Stretch[];
  after: Stretch[];
  verdict: string;
  probabilities: { before: number; after: number }[]; // of the original translation's tokens
  alignedLayer: number;
}

type LaboratoryView = View<LaboratoryFacts, `${"before" | "after" | "own"}.${Kind}`>;
