type PositionsFacts = ActivationFacts<null, OrdersPassage> & PositionsModel & PositionsConstants;

// An order of tokens, and the tokens in it.
interface OrderedPair extends OrderFacts {
  tokens: Chip[];
  reordered: Chip[];
}

type PositionsTensor =
  | `${Stack}.${"embedding" | "positions" | "input"}`
  | `encoder.output.${string}.${"off" | "on"}`
  | `${"table" | "similarity"}.${number}`
  | "learned"
  | "learned.shown"
  | "alike.sinusoids"
  | "alike.learned";
type PositionsView = WalkView<PositionsFacts, PositionsTensor>;
