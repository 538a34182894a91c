// What the page "Why this word" sends: viewer/pictures/what_if/why/.

interface AskedFacts {
  question: string;
  choices: { chip: Chip; probability: number | null; chosen: boolean; step: number; rival: string }[];
  hint: string;
}
type AskedView = Kept<AskedFacts>;

interface WhyMethod {
  name: string;
  title: string;
  asks: string;
  source: string;
  knows_rival: boolean;
  values: number[];
}
interface WhyHiddenFacts {
  token: string;
  probability: number;
  found: string[];
  hidden: { side: Side; word: string; left: number; instead: string | null }[]; // what is left without each word
}

interface WhyTableFacts {
  model: string;
  sentence: string;
  cause: string | null; // the word of the sentence that decides
  found: string[];
  headline: string;
  misleading: string;
  token: string;
  rival: string | null;
  rows: { side: Side; chip: Chip }[];
  methods: WhyMethod[];
}
// `by` is the method that orders the rows; "" for sentence order.
type WhyTableView = Kept<WhyTableFacts> & { by: string };

interface PartsFacts {
  token: string;
  rival: string | null;
  logit: number;
  heads: number;
  rows: { name: string[]; parts: string[]; bias: string | null }[];
  values: Record<string, number>;
  largest: string;
}
type PartsView = Kept<PartsFacts>;

interface WhyChartsFacts {
  title: string;
  words: string;
  charts: { title: string; words: string; chart: ChartFigure }[];
  hint: string;
}
type WhyChartsView = Kept<WhyChartsFacts>;
