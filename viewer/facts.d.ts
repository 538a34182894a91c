// Written by viewer/facts.py from what Python sends.

// A chapter on the map.
interface ChapterLink {
  slug: string;
  title: string;
  short: string;
}

// The codes of the languages that a model reads and writes.
interface LanguageCodes {
  source: string;
  target: string;
}

// Lines of PyTorch for some kinds of attention, and values for the names that are a chapter's own.
interface SnippetFacts {
  title: string;
  code: Partial<Record<"encoder" | "decoder" | "cross", string>>;
  extra: Record<string, string | number>;
}

// What the frame around a chapter's picture says of the model.
//
// `source` and `language` are the names of the languages that it reads and writes; `parameters` are the addresses of
// its modules' own numbers, and `constants` that of what else belongs to the model.
interface FrameFacts {
  slug: string;
  chapters: ChapterLink[];
  model: string;
  language: string;
  source: string;
  codes: LanguageCodes;
  alignedLayer: number;
  norm: "pre" | "post";
  snippets: SnippetFacts[];
  parameters: Record<string, string> | null;
  constants: string | null;
}

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

// What goes with a sentence's activations; `sentence` is as it was typed.
interface SentenceFacts {
  sentence: string;
  translation: string;
  sizes: Sizes;
  tokens: Tokens;
}

// A batch of the visitor's sentence and ours.
//
// `padded` says which of the two is the shorter one, `weight` what padding gets of any query's attention at most;
// `differences` are those of the encoder's outputs, in the batch and alone.
interface PaddingFacts {
  companion: string;
  padded: number;
  tokens: ChipFacts[];
  lengths: number[];
  weight: number;
  differences: number[];
}

// How probable the translation's tokens are, and how many others are more probable, with scaling and without.
interface WholeModelFacts {
  probability: number;
  unscaledProbability: number;
  positions: number;
  changed: number;
  changedBefore: number;
}

// The sentence in one batch with a sentence of ours, and how the whole model would translate it without scaling.
interface ScoresMeasured {
  padding: PaddingFacts;
  wholeModel: WholeModelFacts;
}

// The thresholds of the labels.
interface RuleFacts {
  leading: number;
  above: number;
  leaning: number;
  spread: number;
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
//
// `heads` is empty where nothing was measured.
interface RolesFacts {
  problem: string;
  sentences: number;
  source: string;
  leastErrorRate: number | null;
  rule: RuleFacts;
  patterns: Partial<Record<"encoder" | "decoder" | "cross", string[]>>;
  heads: Partial<Record<"encoder" | "decoder" | "cross", HeadRoleFacts[][]>>;
}

// What the chapter says of the model.
interface HeadsModel {
  roles: RolesFacts;
}

// The same numbers of the visitor's own sentence.
interface HeadsMeasured {
  here: Partial<Record<"encoder" | "decoder" | "cross", HeadRoleFacts[][]>>;
}

// The parameters of one kind of projection, see `Count`.
interface CountFacts {
  letter: string;
  of_each_head: number[];
  of_one_wide_head: number;
  biases: number;
}

// The parameters of the first of the model's attentions, and whether all of them have as many.
interface ParametersFacts {
  rows: CountFacts[];
  attentions: number;
  alike: boolean;
}

// What the chapter says of the model.
interface ProjectionsModel {
  parameters: ParametersFacts;
}
