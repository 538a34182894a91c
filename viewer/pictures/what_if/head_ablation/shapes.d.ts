// What the page "Remove a head" sends: viewer/pictures/what_if/head_ablation/.

// How a head is changed, what the map says about it, and a place such as "cross.1.2".
type HeadChange = "zero_head" | "mean_head" | "keep_head";
type HeadMeasure = "likelihood" | "bleu";

interface HeadAblationFacts {
  heads: number;
  layers: Record<Kind, number>;
  sentence: AblatedSentence | null;
  tooLong: string;
  heldOut: HeldOutCosts | null;
  notMeasured: string;
}

// The `changes` asked for so far.
interface AblatedSentence {
  untouched: string;
  logProbability: number;
  changes: Partial<Record<HeadChange, Record<string, AblatedTranslation>>>;
}

interface AblatedTranslation {
  translation: string;
  before: Stretch[];
  after: Stretch[];
  changedWords: number;
  logProbability: number;
  drop: number;
}

// BLEU, a number for each corpus.
interface HeldOutCosts {
  corpora: { name: string; pairs: number }[];
  untouched: number[];
  costs: Record<HeadChange, Record<string, number[]>>;
  pruning: { chart: ChartFigure; words: string; spare: number }[];
}

// `harm` is what the colour shows: more is worse.
interface HeadFigure {
  harm: number;
  written: string;
  told: string;
}

interface HeadChoice {
  change: HeadChange;
  measure: HeadMeasure;
  corpus: number;
}

type HeadAblationView = View<HeadAblationFacts> & HeadChoice & { place: string; pointed: string | null };
