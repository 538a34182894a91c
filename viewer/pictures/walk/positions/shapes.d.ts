// What viewer/pictures/walk/positions/stage.py sends.

interface PositionsFacts {
  sinusoidal: boolean;
  bases: number[];
  ownBase: number | null;
  usualBase: number;
  falls: number[];
  learned: Record<string, string>;
  pairs: OrderedPair[];
  reuse: { addresses: [string, string][]; same: boolean; parameters: number; numbers: number; rows: number };
  room: { dimensions: number; fast: number; slow: number; counted: boolean };
}

interface OrderedPair {
  name: string;
  order: number[];
  tokens: Chip[];
  reordered: Chip[];
  swapped?: string[];
  difference: Record<"off" | "on", number>;
}

type PositionsTensor =
  | `${Stack}.${"embedding" | "positions" | "input"}`
  | "tables"
  | "similarities"
  | "index"
  | "scaled"
  | "learned"
  | "alike.sinusoids"
  | "alike.learned"
  | `order.${number}.${"off" | "on"}`;
type PositionsView = WalkView<PositionsFacts, PositionsTensor>;
