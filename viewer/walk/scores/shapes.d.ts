// What viewer/walk/scores/stage.py sends; `padding` and `wholeModel` are null while the browser's own model draws.

interface ScoresFacts extends AttentionFacts {
  engine: EngineOffer | null;
  padding: {
    companion: string;
    padded: number;
    tokens: Chip[];
    lengths: number[];
    weight: number;
    differences: number[];
  } | null;
  wholeModel: {
    probability: number;
    unscaledProbability: number;
    positions: number;
    changed: number;
    changedBefore: number;
  } | null;
}

type ScoresTensor = AttentionTensor | `padding.${"masked" | "unmasked"}`;
type ScoresDerived =
  | AttentionDerived
  | `${Kind}.${"unscaled" | "entropy" | "unscaled_entropy" | "widest"}`
  | `${Kind}.${"gradient" | "unscaled_gradient" | "even_gradient"}`
  | `decoder.${"multiplied" | "leak"}`;
type ScoresView = WalkView<ScoresFacts, ScoresTensor | ScoresDerived>;
