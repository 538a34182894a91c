type ProjectionsFacts = ActivationFacts<null>;
type ProjectionsDerived = AttentionDerived | `${AttentionPlace}.${"naive" | "symmetric" | "asymmetric"}`;
type ProjectionsView = WalkView<
  ProjectionsFacts,
  | ProjectionsDerived
  | "encoder.output"
  | `${AttentionModule}.${"query" | "key" | "value"}_projection.${"weight" | "bias"}`
>;
