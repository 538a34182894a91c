// What the flight is sent, and what it shows of that, see shown.js.

type FlightSent = ActivationFacts<FlightMeasured, FlightPassage> &
  FlightModel &
  Pick<OfParameters, "frame"> & { ages?: Ages | null };

// The recorded model, and where the browser finds it.
type Ages = AgesModel & { engine: AgesOffer };

interface FlightFacts extends Omit<FlightModel, "language" | "code" | "activation"> {
  sentence: string;
  source: Chip[];
  target: Chip[];
  output: Chip[];
  text: string;
  trust: FlightMeasured | null; // only the server knows this
  language: { code: string; name: string };
  engine: EngineOffer | null;
  sizes: {
    layers: { encoder: number; decoder: number };
    heads: number;
    D: number;
    d_k: number;
    V: number;
    activation: string;
  };
  candidates: { id: number; text: string; joined: boolean; probability: number; taken: boolean }[][];
}

// What a picture is made of: what is shown, and where.
interface FlightShown {
  facts: FlightFacts;
  tensors: Record<string, Tensor>; // by the names of the library's activations
  place: import("./place.js").Place;
  room: import("../../../widgets/marks/marks.js").Room;
  cells: { encoder: number[]; decoder: number[] }; // the numbers of a vector that the whole picture shows
  step: number; // of the player
  row: number | null; // of the translation, if one was chosen
  source: number | null; // a word whose attention is bright
  layer?: number; // the only one in which it is bright, if any
  aged?: { told: string; last: Record<string, Tensor> | null } | null; // the recorded model's age, and its last numbers
  isStill?: boolean; // whether nothing in it leads anywhere
  isReading?: boolean; // whether only the encoder is spoken of
  isMean?: boolean; // whether no head of a layer is chosen
  isLook?: boolean; // whether a pair shows only what one needs at first
  until?: number; // of the six steps of a pair, while one guesses
  isAsking: boolean;
  question: string;
}

// Who has a sheet of glass, see glass.js.
interface GlassHost {
  top: number;
  shownAt: (place: import("./place.js").Place) => FlightShown;
  isReady: (place: import("./place.js").Place) => boolean;
  enter: (to: any, mark: any) => void;
  rise: (place: import("./place.js").Place) => void;
  tell: (shown: FlightShown, said: string) => void;
}

interface FlightView extends View<FlightFacts, string>, Played, Pick<OfParameters, "frame"> {
  [own: string]: any;
}
