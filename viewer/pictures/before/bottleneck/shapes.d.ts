// What viewer/pictures/before/bottleneck/ sends.

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
  words: (Stretch & { missing?: string })[];
  perToken: number;
  tokens: number;
}

// Rows of state, update, candidate are source positions; those of left are numbers of words read.
type BottleneckTensor = "left" | "state" | "update" | "candidate";
type BottleneckView = View<BottleneckFacts, BottleneckTensor> & Played;
