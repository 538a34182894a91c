// What Python sends, and what every component keeps. A package's own shapes are in its shapes.d.ts;
// tests/widgets/test_shapes.py checks real payloads against them.

// The three attentions, the two stacks, and the sentences of their tokens.
type Kind = "encoder" | "decoder" | "cross";
type Stack = "encoder" | "decoder";
type Side = "source" | "target";

type Chip = ChipFacts;

// `head` is null for the mean over heads.
interface Focus {
  kind: Kind;
  layer: number;
  head: number | null;
  token: number;
}

// Tensors by name; a name that Python does not send is an error.
type Tensors<Name extends string> = Record<Name, Tensor>;

interface Payload<Facts, Name extends string = never> {
  facts: Facts;
  tensors: Tensors<Name>;
}

// What a component stores about its page, in addition to its own data.
interface View<Facts, Name extends string = never> extends Kept<Facts> {
  tensors: Tensors<Name>;
}
interface Kept<Facts = any> {
  root: HTMLElement;
  trigger(name: string, value: unknown): void;
  facts: Facts;
  tensors: Partial<Record<string, Tensor>>;
  [own: string]: any;
}

// A component's page as Streamlit passes it, and what `mountOnData` turns it into.
interface Page {
  data: Uint8Array;
  parentElement: HTMLElement;
  setTriggerValue(name: string, value: unknown): void;
}
interface Sent<Shown extends Kept> {
  facts: Shown["facts"];
  tensors: Shown["tensors"];
}

// What an element is made of, see elements.js.
type Attributes = Record<string, string | number | boolean | null | ((event: any) => unknown)>;
type MakeElement<Tags> = <Tag extends keyof Tags>(tag: Tag, names?: string, ...parts: Part[]) => Tags[Tag];
type Part = Node | Attributes | string | number | false | null | undefined;

// What the player steps through.
interface Played {
  root: HTMLElement;
  step: number;
  length: number;
  go(step: number): void;
  [own: string]: any;
}

// Rows of numbers: a matrix from a tensor, or computed from some.
interface Matrix {
  data: Numbers;
  rows: number;
  columns: number;
}
type Vector = ArrayLike<number>;
type Summable = Vector & { reduce(take: (sum: number, each: number) => number, first: number): number };
type Numbers = Float32Array | Float64Array | Int32Array | Int16Array | Uint8Array | Uint16Array;

// A Plotly figure, as sent by viewer/widgets/charts.py.
interface ChartFigure {
  data: ({ type: string; name?: string; meta: { ink: string } } & Record<string, any>)[];
  layout: { height: number; meta: { words: string; file: string } } & Record<string, any>;
}

// "Guess first": widgets/guess.js asks, widgets/guesses.js stores. `guess` is null if the answer was shown without a
// guess.
interface Question {
  place: string;
  sentence: string;
  words: string;
  options: string[];
  right: number;
  told: string;
  onward?: { name: string; go: () => void };
}
interface Guess {
  id: string;
  page: string;
  sentence: string;
  question: string;
  guess: string | null;
  answer: string;
  told: string;
}
interface GuessBox {
  switch: HTMLElement;
  card: HTMLElement;
  readonly on: boolean;
  covers(question: Pick<Question, "place" | "sentence"> | null): boolean;
  show(): void;
}

// Bars with their names and numbers, see labelled_bars.js.
interface LabelledBars {
  title: string;
  rows: { name: string; value: number; before?: number; written: string; words?: string; ours: boolean }[];
}

// What viewer/widgets/tables.py sends: cells as they are written, and as they are.
interface TableFacts {
  name: string;
  headings: string[];
  rows: string[][];
  numbers: (string | number)[][];
  looks: ("mono" | "")[];
}
