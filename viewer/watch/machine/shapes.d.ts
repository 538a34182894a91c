// What the picture of the whole model is given: viewer/watch/machine/stage.py.

interface MachineFacts {
  sizes: { S: number; T: number; D: number };
  layers: { encoder: number; decoder: number };
  source: Chip[];
  target: Chip[];
  output: Chip[];
  text: string;
  trust: { level: "good" | "careful" | "poor"; title: string; reasons: string[] };
  language: { code: string; name: string };
  alignedLayer: number;
  first: number;
  cells: { encoder: number[]; decoder: number[] };
  candidates: { text: string; joined: boolean; probability: number; taken: boolean }[][];
}

type MachineTensor = Stack | `${Kind}.weights`;

interface MachineView extends View<MachineFacts, MachineTensor>, Played {
  facts: MachineFacts;
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
