// What each chapter's stage.py sends, with the frame that viewer/walk/frame/frame.py puts around it.

interface Frame {
  slug: string;
  chapters: { slug: string; title: string; short: string }[];
  model: string;
  sentence: string;
  translation: string;
  language: string;
  sizes: Sizes;
  tokens: Tokens;
  focus: Focus;
  alignedLayer: number;
  norm: "pre" | "post";
  snippets: Snippet[];
  constants: string | null; // where what belongs to the model is found
}

interface Tokens {
  source: Chip[];
  target: Chip[];
  output: Chip[];
}

interface Snippet {
  title: string;
  code: Partial<Record<Kind, string>>;
  extra: Record<string, string | number>;
}

// `extra` are values for the snippets' own names.
interface WalkView<Facts, Name extends string = never> extends AnyWalkView<Facts> {
  tensors: Tensors<Name>;
}

// A chapter, whatever it sends.
interface AnyWalkView<Facts = any> extends Kept<Facts & { frame: Frame }> {
  stage: Chapter;
  frame: Frame;
  sizes: Sizes;
  tokens: Tokens;
  focus: Focus;
  extra: Record<string, string | number>;
  guess: GuessBox;
  covered: boolean;
  renew(): void;
  set(change: Partial<Focus>): void;
  retell(): void;
}

// What a chapter does, see frame/frame.js.
interface Chapter<Shown = any> {
  focus: { kind?: boolean | "side"; layer?: boolean; head?: "one" | "mean" | false; token?: boolean; kinds?: Kind[] };
  first?(view: Shown): Partial<Focus>;
  derive?(parcel: { facts: any; tensors: Record<string, Tensor> }): Record<string, () => Tensor>;
  build(view: Shown, place: HTMLElement): void;
  update(view: Shown): void;
  equation(view: Shown): { general: Node[]; filled: Node[]; words?: string };
  ask?(view: Shown): Question | null;
  furthest?(view: Shown): number;
  mistakes?(view: Shown): { said: string; answer: () => (Node | string)[] }[];
}

// ---- embedding
interface EmbeddingFacts {
  pieces: string[];
  explained: Partial<Record<Stack, [number, number]>>;
  merges: number;
  often: number;
  never: { share: number; near: number };
  example: [string, string[]] | null;
  opposites: { words: string[]; cosine: number; place: number }[];
  meanCosine: number;
  room: { first: number; rest: number; dimensions: number; wave: number } | null;
  table: { tied: boolean; tables: number; numbers: number; parameters: number };
  sides: Record<Stack, EmbeddingSide>;
  typed: { text: string; changed: boolean }[];
  cleaned: { text: string; changed: boolean }[];
  cut: boolean;
}

interface EmbeddingSide {
  text: string;
  words: CutWord[];
  end: boolean;
  scale: number;
}

interface CutWord {
  word: string;
  first: number;
  count: number;
  merges: { left: string; right: string; at: number; rank: number }[] | null;
}

// A decoder with a table of its own has a map of its own.
type EmbeddingTensor =
  | "counts"
  | "kinds"
  | "groups"
  | "encoder.map"
  | `${Stack}.${"ids" | "rows" | "embedding" | "near" | "cosines" | "products" | "norms"}`
  | `${Stack}.${"least" | "leastCosine" | "below"}`;
type EmbeddingView = WalkView<EmbeddingFacts, EmbeddingTensor> & { tensors: { "decoder.map"?: Tensor } };

// ---- positions
interface PositionsFacts {
  sinusoidal: boolean;
  bases: number[];
  ownBase: number | null;
  usualBase: number;
  falls: number[];
  learned: Record<string, string>;
  pairs: OrderedPair[];
  reuse: { addresses: [string, string][]; same: boolean; parameters: number; numbers: number; rows: number };
  room: { dimensions: number; fast: number; slow: number };
}

interface OrderedPair {
  name: string;
  order: number[];
  tokens: Chip[];
  reordered: Chip[];
  difference: Record<"off" | "on", number>;
  rounding: number;
}

type PositionsTensor =
  | `${Stack}.${"embedding" | "positions" | "input"}`
  | "tables"
  | "similarities"
  | "index"
  | "scaled"
  | "learned"
  | "alike.sinusoids"
  | "alike.learned"
  | `order.${number}.${"off" | "on"}`;
type PositionsView = WalkView<PositionsFacts, PositionsTensor>;

// ---- what three chapters share: viewer/walk/frame/attention.py
interface AttentionFacts {
  standalone: string;
}

type AttentionConstant = `${Kind}.${"weight" | "bias" | "joining" | "joiningBias"}`;
type AttentionTensor = "memory" | `${Kind}.x` | AttentionConstant;
// Computed in frame/attention.js.
type AttentionDerived =
  `${Kind}.${"query" | "key" | "value" | "raw_scores" | "scores" | "masked_scores" | "weights" | "context" | "shares"}`;

// ---- projections
interface ProjectionsFacts extends AttentionFacts {
  norm: "pre" | "post";
  parameters: {
    rows: { letter: string; of_each_head: number[]; of_one_wide_head: number; biases: number }[];
    attentions: number;
    alike: boolean;
  };
}

type ProjectionsTensor =
  | AttentionTensor
  | `${Kind}.${"rounding" | "fromModel" | "fromColumns"}`
  | `${Stack}.${"asymmetry" | "themselves"}`;
type ProjectionsDerived = AttentionDerived | `${Kind}.${"naive" | "symmetric" | "asymmetric"}`;
type ProjectionsView = WalkView<ProjectionsFacts, ProjectionsTensor | ProjectionsDerived>;

// ---- scores
interface ScoresFacts extends AttentionFacts {
  padding: {
    companion: string;
    padded: number;
    tokens: Chip[];
    lengths: number[];
    weight: number;
    differences: number[];
  };
  wholeModel: {
    probability: number;
    unscaledProbability: number;
    positions: number;
    changed: number;
    changedBefore: number;
  };
}

type ScoresTensor =
  | AttentionTensor
  | `${Kind}.${"rounding" | "entropy" | "unscaled_entropy" | "widest"}`
  | `${Kind}.${"gradient" | "unscaled_gradient" | "even_gradient"}`
  | "decoder.leak"
  | `padding.${"masked" | "unmasked"}`;
type ScoresDerived = AttentionDerived | `${Kind}.unscaled` | "decoder.multiplied";
type ScoresView = WalkView<ScoresFacts, ScoresTensor | ScoresDerived>;

// ---- heads
interface HeadsFacts extends AttentionFacts {
  roles: {
    problem: string;
    sentences: number;
    source: string;
    leastErrorRate: number | null;
    rule: { leading: number; above: number; leaning: number; spread: number };
    patterns: Record<Kind, string[]>;
    heads: Record<Kind, HeadRole[][]>;
    here: Record<Kind, HeadRole[][]>;
  };
  difference: Record<Kind, number[]>;
}

// Each share is the weight on a pattern, and what an even head would have there.
interface HeadRole {
  label: string;
  short: string;
  strongest: string | null;
  entropy: number;
  errorRate: number | null;
  shares: Record<string, [number, number]>;
}

type HeadsTensor = AttentionTensor | `joined.${Kind}.${"lengths" | "parts"}` | `reached.${Kind}`;
type HeadsDerived = AttentionDerived | `joined.${Kind}.${"shares" | "bias"}`;
type HeadsView = WalkView<HeadsFacts, HeadsTensor | HeadsDerived>;

// ---- residual
type Sublayer = "self_attention" | "cross_attention" | "feed_forward";

interface ResidualFacts {
  preNorm: boolean;
  epsilon: number;
  sublayers: Record<Stack, Sublayer[]>;
  pieces: Chip[];
}

type ResidualTensor =
  | `${Stack}.${"input" | "lengths" | "outputBytes" | "outputSteps" | "added" | "cosine" | "gamma" | "beta"}`
  | `${Stack}.${"share" | "expand" | "bias" | "promoted" | "nearness"}`;
// Computed in residual/derived.js.
type ResidualDerived = `${Stack}.${"output" | "stream" | "beside" | "moments" | "hidden"}`;
type ResidualView = WalkView<ResidualFacts, ResidualTensor | ResidualDerived>;

// ---- output
interface OutputFacts {
  chosen: number[];
  pieces: Record<string, Chip>;
  tied: boolean;
  streams: string[];
  steps: Record<"whole" | "incremental" | "modules" | "precise", { runs: number[]; agreeing: number }>;
  searches: {
    rows: {
      corpus: string;
      split: string;
      sentences: number;
      greedy_bleu: number;
      beam_bleu: number;
      differ: number;
    }[];
    beam: number;
    greedy: string;
  };
  parameters: { base: PartsCounted; own: PartsCounted; kinds: string[]; chart: ChartFigure };
}

type PartsCounted = Record<string, Record<string, number>>;

type OutputTensor =
  | "output"
  | "hidden"
  | "top"
  | "confidence"
  | "losses"
  | `lens${"Top" | "Probabilities" | "Chosen" | "Ranks"}`
  | "mask"
  | "stepLogits"
  | "differences";
type OutputView = WalkView<OutputFacts, OutputTensor | "logits">;
