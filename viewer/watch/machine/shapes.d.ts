// What the picture of the whole model is given, by viewer/watch/machine/stage.py or by the browser's own model.

interface MachineFacts extends MachineModel {
  sentence: string;
  source: Chip[];
  target: Chip[];
  output: Chip[];
  text: string;
  trust: { level: "good" | "careful" | "poor"; title: string; reasons: string[] } | null; // the server alone knows
  candidates: { text: string; joined: boolean; probability: number; taken: boolean }[][];
}

// What is the same for every sentence.
interface MachineModel {
  language: { code: string; name: string };
  alignedLayer: number;
}

// What the server sends: its facts, and where the browser finds the model, if it can have it.
interface MachineSent extends MachineFacts {
  trust: NonNullable<MachineFacts["trust"]>;
  idle: number[]; // layers of the encoder that hardly change a translation
  engine: EngineOffer | null;
}

// As chosen.js chooses it from facts and tensors.
interface MachineChoices {
  sizes: { S: number; T: number; D: number };
  layers: { encoder: number; decoder: number };
  first: number;
  cells: { encoder: number[]; decoder: number[] };
}

type MachineTensor = Stack | `${Kind}.weights`;

interface MachineView extends View<MachineFacts & MachineChoices, MachineTensor>, Played {
  facts: MachineFacts & MachineChoices;
  tensors: Tensors<MachineTensor>;
  places: MachinePlaces;
  [own: string]: any;
}

// Where everything is: `along` goes with the layers, `across` with the tokens; `at` makes x and y of both.
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
