// What the pin's panel sends: viewer/app/pinned/panel.py.

interface BesideFacts {
  models: string[][];
  follows: boolean;
  exchange: string;
  verdict: string;
  pinned: BesideSide;
  present: BesideSide;
}

// `seen` is null if `trouble` says why.
interface BesideSide {
  sentence: string;
  model: string;
  name: string;
  search: string;
  trouble: string;
  seen: BesideSeen | null;
}

interface BesideSeen {
  text: Stretch[];
  changes: string[];
  sizes: Sizes;
  tokens: Record<Side | "output", Chip[]>;
  alignedLayer: number;
}

type BesideName = "pinned" | "present";
type BesideView = View<BesideFacts, `${BesideName}.${Kind}`>;
