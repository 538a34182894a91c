type ProjectionsFacts = ActivationFacts<null>;
type ProjectionsView = WalkView<
  ProjectionsFacts,
  | AttentionDerived
  | "encoder.output"
  | `${AttentionModule}.${"query" | "key" | "value"}_projection.${"weight" | "bias"}`
>;
