// What viewer/pictures/watch/search/ shows of both searches; what it is sent is in viewer/facts.d.ts.

type SearchSent = ActivationFacts<null, TreePassage> & SearchModel;

interface SearchFacts extends Omit<SearchModel, "scores" | "judged"> {
  sentence: string; // as typed
  judged: string; // which of both translations is right
  source: Chip[];
  nodes: SearchNode[];
  greedy: ShownLine;
  beam: ShownLine;
  parted: number | null; // the first step at which the two differ
}

interface SearchNode extends Omit<TreeNode, "token"> {
  text: string;
  joined: boolean;
  row: number; // of the attention that predicted it
  translation: string; // of the hypothesis up to this node
  greedy: boolean;
}

interface ShownLine {
  chips: Chip[];
  logProbabilities: number[];
}

type SearchView = View<SearchFacts, `decoder.${number}.cross_attention.weights`>;
