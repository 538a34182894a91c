type ScoresFacts = ActivationFacts<ScoresMeasured>;
type ScoresDerived =
  | AttentionDerived
  | `${Kind}.${"unscaled" | "entropy" | "unscaled_entropy"}`
  | `${Kind}.${"gradient" | "unscaled_gradient" | "even_gradient"}`
  | `decoder.${"multiplied" | "leak"}`;
type ScoresView = WalkView<ScoresFacts, `padding.${"masked" | "unmasked"}` | ScoresDerived>;
