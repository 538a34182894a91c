// What viewer/pictures/before/history/ sends: steps from left to right, each with its translation of every sentence.

interface HistoryStep {
  at: string;
  title: string;
  idea: string; // of a step of history: its name, a colon, and more of it
  costs: string;
  score: [number, number, number] | null; // BLEU, and its interval's ends
  translations: (Stretch & { other?: string })[][];
}

interface HistoryFacts {
  language: string;
  sentences: string[];
  steps: HistoryStep[];
}
type HistoryView = Kept<HistoryFacts> & { chosen: number };
