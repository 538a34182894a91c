// What each chapter's stage.py sends, with the frame that viewer/walk/frame/frame.py puts around it.

interface Frame extends FrameOfSentence {
  slug: string;
  chapters: { slug: string; title: string; short: string }[];
  model: string;
  language: string;
  source: string; // the name of the language that is read
  codes: { source: string; target: string }; // of the two languages
  focus: Focus;
  alignedLayer: number;
  norm: "pre" | "post";
  snippets: Snippet[];
  constants: string | null; // where what belongs to the model is found
}

// The part that changes with the sentence, which the browser's own model makes too.
interface FrameOfSentence {
  sentence: string; // as typed
  translation: string;
  sizes: Sizes;
  tokens: Tokens;
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
  needs?(view: Shown): string | null;
  derive?(payload: { facts: any; tensors: Record<string, Tensor> }): Record<string, () => Tensor>;
  build(view: Shown, place: HTMLElement): void;
  update(view: Shown): void;
  equation(view: Shown): { general: Node[]; filled: Node[]; words?: string };
  ask?(view: Shown): Question | null;
  furthest?(view: Shown): number;
  mistakes?(view: Shown): { said: string; answer: () => (Node | string)[] }[];
}

// Where a query looks most, see surest.js.
interface Find {
  query: Chip;
  key: Chip;
  from: number;
  to: number;
  weight: number;
}

interface AttentionFacts {
  standalone: string;
}

type AttentionConstant = `${Kind}.${"weight" | "bias" | "joining" | "joiningBias"}`;
type AttentionEntering = "memory" | `${Kind}.x`;
type AttentionTensor = AttentionEntering | AttentionConstant;
// Computed in frame/attention.js.
type AttentionDerived =
  `${Kind}.${"query" | "key" | "value" | "raw_scores" | "scores" | "masked_scores" | "weights" | "context" | "shares"}`;
