// The frame around a chapter's picture; its facts and those of the chapters are in viewer/facts.d.ts.

type Frame = FrameFacts & SentenceFacts;

// What a page draws of activations, apart from what belongs to the model: the server's `passage`, or what the browser's
// own model makes if the server sends null. While that draws, `measured`, which only the server knows, is null.
interface ActivationFacts<Measured, Passage = SentenceFacts> {
  engine: EngineOffer | null;
  sentence: string;
  passage: Passage;
  measured: Measured | null;
}

// What of a page says where a model's parameters are, see constants.js.
interface OfParameters {
  frame: { parameters: Record<string, string> | null };
  facts: { engine: EngineOffer | null };
  tensors: Partial<Record<string, Tensor>>;
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
  guess: GuessBox; // `on` while one guesses
  covered: boolean; // as long as the answer must not be seen
  renew(): void; // all of it
  set(change: Partial<Focus>): void;
  retell(): void; // equation and code, after a change of `extra` or of a chapter's own choice
}

// What a chapter does. A focus of some `kinds` only opens with the first of them.
interface Chapter<Shown = any> {
  focus: { kind?: boolean | "side"; layer?: boolean; head?: "one" | "mean" | false; token?: boolean; kinds?: Kind[] };
  first?(view: Shown): Partial<Focus>; // what it opens with; the second word if left out
  parameterModules?(view: Shown): string | string[] | null; // whose parameters must be here before an update
  derive?(payload: { facts: any; tensors: Record<string, Tensor> }): Record<string, () => Tensor>; // when asked for
  build(view: Shown, place: HTMLElement): void; // once for each sentence
  update(view: Shown): void; // after it, and after every change of the focus
  equation(view: Shown): { general: Node[]; filled: Node[]; words?: string }; // for the cell in focus
  ask?(view: Shown): Question | null; // what "Guess first" asks of the focus
  furthest?(view: Shown): number; // the last token that may be in focus while one guesses
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

type AttentionPlace = `${Stack}.${number}.${"self" | "cross"}_attention`;
type AttentionModule = `${Stack}_layers.${number}.${"self" | "cross"}_attention`;
// Of all layers, from frame/attention.js.
type AttentionDerived = `${Kind}.${
  | "input"
  | "query"
  | "key"
  | "value"
  | "raw_scores"
  | "scores"
  | "masked_scores"
  | "weights"
  | "context"}`;
