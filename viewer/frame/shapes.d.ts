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
  parameterModules?(view: Shown): string | string[] | null;
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
