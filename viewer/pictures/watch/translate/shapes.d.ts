// What the Translate page compares: viewer/pictures/watch/translate/cards.py.

interface ComparisonFacts {
  source: (Chip & { note: string })[];
  layers: number;
  heads: number;
  scale: number;
  language: { code: string; name: string };
  alignedLayer: number;
  divergence: { sentence: string; verdict: string };
  cards: ComparedCard[];
  partedAt: number | null; // null if they agree
  others: { text: string; score: number; logProbability: number; tokens: number }[];
  focus: { layer: number; head: number | null; token: number; card: "greedy" | "beam" } | null;
}

interface ComparedCard {
  name: "greedy" | "beam";
  title: string;
  rule: string;
  text: string;
  chips: (Chip & { logProbability: number })[];
  logProbability: number;
  penalty: number;
  score: number;
  finished: boolean;
  attention: number[];
}

interface ComparisonView {
  root: HTMLElement;
  comparison: ComparisonFacts;
  layer: number | null;
  head: number | null;
  [own: string]: any;
}
