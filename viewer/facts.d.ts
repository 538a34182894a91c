// Written by viewer/facts.py from what Python sends.

// Letters as in the paper: S and T tokens of source and target, D the width, V the vocabulary.
interface Sizes {
  S: number;
  T: number;
  D: number;
  H: number;
  d_k: number;
  d_ff: number;
  V: number;
  encoder_layers: number;
  decoder_layers: number;
}

// A chip in the browser's form.
interface ChipFacts {
  text: string;
  joined: boolean;
  special: boolean;
}

// The tokens that the encoder read, and those that the decoder read and wrote.
interface Tokens {
  source: ChipFacts[];
  target: ChipFacts[];
  output: ChipFacts[];
}

// The same tokens' rows in the vocabulary.
interface Ids {
  source: number[];
  target: number[];
  output: number[];
}

// What goes with a sentence's activations; `sentence` is as it was typed.
interface SentenceFacts {
  sentence: string;
  translation: string;
  sizes: Sizes;
  tokens: Tokens;
  ids: Ids;
  written: number;
}

// Lines of PyTorch for some kinds of attention, and values for the names that are a chapter's own.
interface SnippetFacts {
  title: string;
  code: Record<string, string>;
  extra: Record<string, string | number>;
}

// A chapter on the map.
interface ChapterLink {
  slug: string;
  title: string;
  short: string;
}

// What the frame around a chapter's picture says of the model.
interface FrameFacts {
  slug: string;
  chapters: ChapterLink[];
  model: string;
  language: string;
  source: string;
  codes: Record<"source" | "target", string>;
  alignedLayer: number;
  norm: "pre" | "post";
  snippets: SnippetFacts[];
  parameters: Record<string, string> | null;
  constants: string | null;
}

// Two neighbouring pieces merged: `at` is the left one's place before, `rank` when the merge was learned.
interface MergeFacts {
  left: string;
  right: string;
  at: number;
  rank: number;
}

// One way to cut a word, with the natural logarithm of each piece's probability.
interface CutFacts {
  pieces: string[];
  logs: number[];
}

// A word, its tokens, and its merges, or of a Unigram vocabulary its cuts, the most probable first.
interface CutWordFacts {
  word: string;
  first: number;
  count: number;
  merges: MergeFacts[] | null;
  cuts: CutFacts[] | null;
}

// A part of a text that cleaning changed, or not.
interface ComparedText {
  text: string;
  changed: boolean;
}

// The text before and after cleaning, whether its end was cut off, and the words of both sides.
interface EmbeddingMeasured {
  typed: ComparedText[];
  cleaned: ComparedText[];
  cut: boolean;
  words: Record<"encoder" | "decoder", CutWordFacts[]>;
}

// The share of pieces that never occurred in a source sentence, of all and near those that often did.
interface NeverFacts {
  share: number;
  near: number;
}

// Two words of contrary meaning: how similar their rows are, and the second's rank seen from the first.
interface OppositesFacts {
  words: string[];
  cosine: number;
  place: number;
}

// The typical size of a number in the first dimensions and in the rest, and the longest wave of the first.
interface RoomFacts {
  first: number;
  rest: number;
  dimensions: number;
  wave: number;
}

// Whether one table serves all, how many there are, and how many of the parameters they hold.
interface TableSizeFacts {
  tied: boolean;
  tables: number;
  numbers: number;
  parameters: number;
}

// The vocabulary and its tables.
interface EmbeddingModel {
  modules: Record<"encoder" | "decoder", string>;
  pieces: string[];
  merges: number;
  unigram: boolean;
  counted: boolean;
  never: NeverFacts;
  example: [string, string[]] | null;
  opposites: OppositesFacts[];
  meanCosine: number;
  room: RoomFacts | null;
  table: TableSizeFacts;
}

// One head: its role, and for each pattern the weight on it and what an even head would have there.
interface HeadRoleFacts {
  label: string;
  short: string;
  strongest: string | null;
  entropy: number;
  errorRate: number | null;
  shares: Record<string, [number, number]>;
}

// The roles that were measured, or the problem with that; no head can go below `leastErrorRate`.
interface RolesFacts {
  problem: string;
  sentences: number;
  source: string;
  leastErrorRate: number | null;
  rule: Record<"leading" | "above" | "leaning" | "spread", number>;
  patterns: Record<"encoder" | "decoder" | "cross", string[]>;
  heads: Record<"encoder" | "decoder" | "cross", HeadRoleFacts[][]>;
}

// What the chapter says of the model.
interface HeadsModel {
  roles: RolesFacts;
}

// The same numbers of the visitor's own sentence.
interface HeadsMeasured {
  here: Record<"encoder" | "decoder" | "cross", HeadRoleFacts[][]>;
}

// A test set that was translated greedily and by beam search.
interface ComparedFacts {
  corpus: string;
  split: string;
  sentences: number;
  greedy_bleu: number;
  beam_bleu: number;
  differ: number;
}

// All of them, none for a model that was not measured, and the beam's width.
interface SearchesFacts {
  rows: ComparedFacts[];
  beam: number;
}

// Whether one table serves input and output, the module that holds the output's, and both searches.
interface OutputModel {
  tied: boolean;
  matrix: string;
  searches: SearchesFacts;
}

// What greedy decoding makes of the sentence.
interface OutputMeasured {
  greedy: string;
}

// Another order of tokens: for each of its places the one before; `swapped` are the words, if two change places.
interface OrderFacts {
  name: string;
  order: number[];
  swapped: string[] | null;
  tokens?: ChipFacts[];
  translations?: Record<string, string[]>;
}

// What goes with a sentence and its other orders.
interface OrdersPassage extends SentenceFacts {
  orders: OrderFacts[];
}

// How many of the table's numbers were trained.
interface ReuseFacts {
  parameters: number;
  numbers: number;
  rows: number;
}

// The bases of the sinusoids that can be chosen, with the model's own.
interface PositionsModel {
  sinusoidal: boolean;
  bases: number[];
  ownBase: number | null;
  usualBase: number;
  reuse: ReuseFacts;
}

// Where a learned table comes from, and a pair of sentences; with tensors, see `tables`.
interface PositionsConstants {
  learned: Record<string, string>;
  classic: OrderFacts | null;
}

// The likeliest token, and how likely it is.
interface GuessFacts {
  token: string;
  probability: number;
}

// What goes with a sentence, and what follows each token that the decoder reads, after each of its layers.
interface ResidualPassage extends SentenceFacts {
  guesses: GuessFacts[][];
}

// How the model's sublayers and LayerNorms work; `epsilon` is the one of the LayerNorms.
interface ResidualModel {
  preNorm: boolean;
  activation: "relu" | "swish" | "gelu";
  epsilon: number;
  sublayers: Record<"encoder" | "decoder", string[]>;
}

// A batch of the visitor's sentence and ours.
interface PaddingFacts {
  companion: string;
  padded: number;
  tokens: ChipFacts[];
  lengths: number[];
  weight: number;
  differences: number[];
}

// The sentence in one batch with a sentence of ours.
interface ScoresMeasured {
  padding: PaddingFacts;
}

// For each method and step the best layer and head, all if None, with the error rate; the best first.
interface MeasuredSet {
  title: string;
  pairs: number;
  best: [string, string, number | null, number | null, number][];
}

// What was measured of the model: error rates of layers and heads, of methods, and why they can't be 0.
interface AlignmentModel {
  model: string;
  language: string;
  reads: string;
  alignedLayer: number;
  layerErrors: number[] | null;
  headErrors: [number, number, number][];
  leastHeadError: number | null;
  wordForTwo: [string, string] | null;
  sets: MeasuredSet[];
  heldOut: string;
}

// The true links of a known sentence, and the lowest error rate that one link for each word allows.
interface AlignmentMeasured {
  links: [number, number][] | null;
  leastError: number | null;
}

// What the flight says of the model; `matrix` is the module that holds the output's.
interface FlightModel {
  language: string;
  code: string;
  reads: string;
  alignedLayer: number;
  norm: "pre" | "post";
  activation: string;
  matrix: string;
}

// What the slider says of the model: the updates before each age, and the loss there.
interface AgesModel {
  model: FlightModel;
  parameters: number;
  layers: number[];
  steps: number[];
  losses: number[];
}

// A token of a step; `drawnFrom` is its probability after temperature, top-k and top-p.
interface CandidateFacts {
  rank: number;
  id: number;
  token: string;
  logProbability: number;
  drawnFrom?: number;
}

// A passage with the likeliest tokens of every step.
interface FlightPassage extends SentenceFacts {
  candidates: CandidateFacts[][];
}

// How far to trust the translation.
interface FlightMeasured {
  level: "good" | "careful" | "poor";
  title: string;
  reasons: string[];
}

// Both searches over one test set.
interface SearchScore {
  name: string;
  sentences: number;
  differ: number;
  greedy: Record<string, number>;
  beam: Record<string, number>;
}

// Both searches over test sets, with the place of the one that the text is about.
interface SearchScores {
  beam: number;
  alpha: number;
  rows: SearchScore[];
  toldOf: number;
}

// How the page searches, with which model, and how well both searches do on test sets.
interface SearchModel {
  size: number;
  alpha: number;
  layers: number;
  heads: number;
  alignedLayer: number;
  scores: SearchScores | null;
  judged: Record<string, string>;
}

// A translation token by token.
interface SearchLine {
  tokens: string[];
  logProbabilities: number[];
}

// One hypothesis at one step of a beam search, by the token that it adds; `parent` is −1 at the first step.
interface TreeNode {
  parent: number;
  step: number;
  token: string;
  logProbability: number;
  total: number;
  state: "kept" | "pruned" | "finished";
}

// What goes with a search's activations; `sentence` is as it was typed.
interface TreePassage {
  sentence: string;
  source: string[];
  greedy: SearchLine;
  beam: SearchLine;
  nodes: TreeNode[];
}

// Words of a text, whether the other text has the same ones, and where they differ the other's.
interface Stretch {
  text: string;
  same: boolean;
  other?: string;
}

// A translation token by token, with what else it could have been at every step; the first `forced` were given.
interface DecodingFacts {
  text: string;
  tokens: string[];
  forced: number;
  logProbabilities: number[];
  entropies: number[];
  candidates: CandidateFacts[][];
}

// What goes with a decoding's activations: `sentence` as it was typed, and how often the decoder ran.
interface StepsPassage {
  sentence: string;
  source: string[];
  runs: number | null;
  now: DecodingFacts;
}

// A branch on the visitor's path: its text, and the token that was chosen at a step; none for the first one.
interface BranchTaken {
  text: string;
  step: number | null;
  chosen: string | null;
}

// What the visitor chose and gave: the path, the branch before the last choice and how that changed the words, and
interface StepsChosen {
  path: BranchTaken[];
  difference: [Stretch[], Stretch[]] | null;
  before: DecodingFacts | null;
  own: DecodingFacts | null;
}

// What the player says of the model, and of how it decodes.
interface StepsModel {
  layers: number;
  heads: number;
  width: number;
  recurrent: boolean;
  alignedLayer: number;
  language: string;
  reads: string;
  strategy: string;
}

// A change: words of the source that are hidden, and heads set to zero.
interface ChangeAsked {
  hide: ("clue" | "decoy")[];
  heads: string[];
}

// One sentence of a case as it was measured; shares are those of the rivals, also under the experiments by name.
interface CaseRow {
  filling: string;
  expected: string;
  shares: number[];
  clueWeight: number;
  decoy: string;
  decoyWeight: number;
  experiments: Record<string, number[]>;
}

// A case: what it asks, which heads decide it, what patching the first one moves, and how often its claim holds.
interface CaseFacts {
  name: string;
  title: string;
  frame: string;
  rivals: string[];
  leader: string;
  understudy: string;
  first: number;
  layer: number;
  changes: ChangeAsked[];
  pairs: number;
  moved: [number, number, number];
  holding: [number, number, number];
  heldOut: number;
  rows: CaseRow[];
}

// What the page says of the model, its cases, and the code that repeats an experiment.
interface CaseModel {
  model: string;
  language: string;
  code: string;
  reads: string;
  cases: CaseFacts[];
  snippet: string;
}

// Which sentence a passage is of: the tensor `weights.0` belongs to the first one.
interface CaseMade {
  case: string;
  filling: string;
  passage: any;
}

// The likeliest token that is no rival.
interface OtherFacts extends ChipFacts {
  probability: number;
}

// What a change makes of the rivals’ probabilities and the likeliest other token, and what is written.
interface ChangeFacts extends ChangeAsked {
  probabilities: number[];
  other: OtherFacts;
  written: ChipFacts[];
}

// A sentence of a case: `clue` and `decoy` are places in the source; `halted` says whether there is a choice.
interface CasePassage {
  sentence: string;
  translation: string;
  source: ChipFacts[];
  clue: number[];
  decoy: number[];
  prefix: ChipFacts[];
  halted: boolean;
  changes: ChangeFacts[];
}

// Both translations, and the probability of the first before and after; or what is wrong.
interface FindingAnswer {
  number: number;
  texts?: [string, string];
  shares?: [number, number];
  problem?: string;
}

// Ready lines, those for patching with both sentences, whether there is no server, and its last answer.
interface FindingFacts {
  lines: string[];
  pairs: string[];
  alone: boolean;
  answer: FindingAnswer | null;
}

// One idea with its question.
interface Stop {
  slug: string;
  title: string;
  idea: string;
  question: string;
  options: string[];
  right: number;
  told: string;
  lines: [string, string][];
  before: Record<string, number>;
  after: Record<string, number>;
  page: string;
  query: Record<string, string>;
  more: string;
  cuts: [string, [string, number][]][];
  waits: boolean;
}

// One part of a lesson.
interface LessonPart {
  minutes: number;
  title: string;
  goal: string;
  act: string;
  question: string;
  answer: string;
  page: string;
  sentence: string;
  focus: string;
  depth: string;
  beat: number;
  needs: string;
  mistake: string;
}
