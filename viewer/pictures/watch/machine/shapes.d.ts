// The data for the picture of the whole model, from viewer/pictures/watch/machine/stage.py or from the browser's own model.

interface MachineFacts extends MachineModel {
  sentence: string;
  source: Chip[];
  target: Chip[];
  output: Chip[];
  text: string;
  trust: { level: "good" | "careful" | "poor"; title: string; reasons: string[] } | null; // only the server knows this
  candidates: { text: string; joined: boolean; probability: number; taken: boolean }[][];
}

// The data that are the same for every sentence.
interface MachineModel {
  language: { code: string; name: string };
  reads: string;
  alignedLayer: number;
}

// The server's data: its facts, and where the browser finds the model, if it can have it.
interface MachineSent extends MachineFacts {
  trust: NonNullable<MachineFacts["trust"]>;
  engine: EngineOffer | null;
}

// What chosen.js chooses from facts and tensors.
interface MachineChoices {
  sizes: { S: number; T: number; D: number };
  layers: { encoder: number; decoder: number };
  first: number;
  cells: { encoder: number[]; decoder: number[] };
}

type MachineTensor = Stack | `${Kind}.weights`;

interface MachineView extends View<MachineFacts & MachineChoices, MachineTensor>, Played {
  places: MachinePlaces;
  [own: string]: any;
}

// Where everything is: `along` follows the layers, `across` with the tokens; `at` makes x and y of both.
interface MachinePlaces {
  upright: boolean;
  width: number;
  height: number;
  pitch: number;
  cell: number;
  encoder: number[];
  decoder: number[];
  inputs: number;
  outputs: number;
  candidates: number;
  begin: number;
  end: number;
  row(stack: Stack, token: number): number;
  at(along: number, across: number): [number, number];
}
