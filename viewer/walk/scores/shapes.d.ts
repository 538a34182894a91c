// What viewer/walk/scores/stage.py sends.

interface ScoresFacts extends AttentionFacts {
  padding: {
    companion: string;
    padded: number;
    tokens: Chip[];
    lengths: number[];
    weight: number;
    differences: number[];
  };
  wholeModel: {
    probability: number;
    unscaledProbability: number;
    positions: number;
    changed: number;
    changedBefore: number;
  };
}

type ScoresTensor =
  | AttentionTensor
  | `${Kind}.${"rounding" | "entropy" | "unscaled_entropy" | "widest"}`
  | `${Kind}.${"gradient" | "unscaled_gradient" | "even_gradient"}`
  | "decoder.leak"
  | `padding.${"masked" | "unmasked"}`;
type ScoresDerived = AttentionDerived | `${Kind}.unscaled` | "decoder.multiplied";
type ScoresView = WalkView<ScoresFacts, ScoresTensor | ScoresDerived>;
