// What viewer/pictures/before/bottleneck/ sends.

interface BottleneckFacts extends HistoryFacts {
  source: Chip[];
  target: Chip[];
  order: number[]; // positions of the source, in the order in which they are read
  probabilities: number[];
  snippet: PythonLines;
}

// Rows of state, update, candidate are source positions; those of left are numbers of words read.
type BottleneckTensor = "left" | "state" | "update" | "candidate";
type BottleneckView = View<BottleneckFacts, BottleneckTensor> & Played;
