// What outlives a page while Streamlit changes pages.
declare var glassformer: {
  focus: string | null;
  focusOf?: string; // the chapter that it was chosen on, or shown
  words?: GlossaryWord[]; // once app/tools.js has come, with those below up to `lesson`
  waiting?: Set<HTMLElement>; // components in which no word is linked yet
  pages?: string[];
  page?: string;
  languages?: { source: string; target: string }; // the codes of what the model reads and writes
  lesson?: { before: string | null; after: string | null }; // addresses, see learn/teach/lesson.js
  ages?: { name: string; coming: Promise<any>; onProgress(text: string): void } | null; // one model's, in its worker
  held?: (address: string) => string | undefined;
  constants?: Map<string, { facts: any; tensors: Record<string, Tensor> }>; // by address, see frame/constants.js
  fetching?: Map<string, Promise<unknown>>; // by address, scripts too
  plotly?: Promise<typeof Plotly>; // its script, once a chart has asked for it
  plotlyAddress?: () => Promise<string>; // of its script, on the site
  pictures?: WeakMap<Element, SavedPicture>; // what can be saved, see widgets/pictures.js
  finding?: { place: Element; of: () => Finding | null; rows: (string | number | boolean)[][] | null }; // and its effect
  live?: { model: BrowserModel; follower: ((model: OfferedModel) => void) | null }; // see engine/live/model.js
  typing?: { view: Kept | null; serverKnows: string }; // see engine/live/typing.js
};

// What a picture and its frame send each other, see widgets/frame_messages.js.
interface WindowEventMap {
  "glassformer:focus": CustomEvent;
  "glassformer:focus-wanted": CustomEvent;
  "glassformer:widget": CustomEvent;
}

// What the browser would not store: see transport/storage.js.
declare var glassformerKept: Map<string, string>;

// What an entry module exports, in a notebook's output: see notebook/output.js.
declare var glassformerComponent: (page: Page) => unknown;

// `lines` are those of its table, header first; without `drawing`, it is drawn as on the page.
interface SavedPicture {
  name: string | (() => string);
  lines?: () => (string | number)[][];
  finding?: () => Finding | null;
  drawing?: (format: "svg" | "png") => Element | null | Promise<Element>;
}

// What a picture shows, the edit that it is about, and Python that repeats it.
interface Finding {
  claim: string;
  code: string;
  edit?: FindingEdit;
}

// As written by viewer/widgets/glossary.py.
interface GlossaryWord {
  word: string;
  slug: string;
  forms: string[];
  meaning: string;
  example?: string; // in the glossary alone
  page: string;
  source: string;
}

// The parts of Plotly that we use.
declare var Plotly: {
  react(place: HTMLElement, data: object[], layout: object, config: object): Promise<HTMLElement>;
  relayout(place: HTMLElement, changes: object): Promise<HTMLElement>;
  toImage(
    figure: { data: object[]; layout: object },
    how: { format: string; width: number; height: number },
  ): Promise<string>;
  Fx: {
    hover(place: HTMLElement, points: { curveNumber: number; pointNumber: number }[]): void;
    unhover(place: HTMLElement): void;
  };
};

// The element that Plotly draws into, with what it drew.
interface PlotlyPlace extends HTMLElement {
  calcdata?: unknown[][];
  _fullLayout?: { xaxis: { _offset: number; _length: number; p2d(pixels: number): number } };
  _fullData?: { name?: string; x?: ArrayLike<unknown>; y: ArrayLike<unknown>; customdata?: ArrayLike<unknown> }[];
}

// As returned by `unpack` in transport/payload.js; `half` numbers are 16-bit floats that `part` turns into 32-bit ones.
interface Tensor {
  shape: number[];
  data: Float32Array | Int32Array | Int16Array | Uint8Array | Uint16Array;
  half: boolean;
}
