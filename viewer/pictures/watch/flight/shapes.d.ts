// The data for the flight, from viewer/pictures/watch/flight/stage.py or from the browser's own model.

interface FlightFacts extends FlightModel {
  sentence: string;
  source: Chip[];
  target: Chip[];
  output: Chip[];
  ids: number[];
  text: string;
  trust: { level: "good" | "careful" | "poor"; title: string; reasons: string[] } | null; // only the server knows this
  candidates: { id: number; text: string; joined: boolean; probability: number; taken: boolean }[][];
  needs?: string[];
}

// The data that are the same for every sentence.
interface FlightModel {
  language: { code: string; name: string };
  reads: string;
  alignedLayer: number;
  leaves: "residual" | "norm"; // what of a layer's feed-forward network leaves the layer
  sizes: { layers: { encoder: number; decoder: number }; heads: number; D: number; d_k: number; activation: string };
}

// The server's data: its facts, and where the browser finds the model, if it can have it.
interface FlightSent extends FlightFacts {
  trust: NonNullable<FlightFacts["trust"]>;
  engine: EngineOffer | null;
  needs: string[];
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
  isStill?: boolean; // whether nothing in it leads anywhere
  isAsking: boolean;
  question: string;
}

interface FlightView extends View<FlightFacts, string>, Played {
  [own: string]: any;
}
