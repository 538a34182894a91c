type Activation = ResidualModel["activation"];

type ResidualFacts = ActivationFacts<null, ResidualPassage> & ResidualModel & { pieces?: Chip[] };
// Computed in residual/derived.js, apart from what the neurons point to, which is not there of a large model.
type ResidualTensor =
  | `${Stack}.${"outputs" | "stream" | "beside" | "moments" | "gamma" | "beta"}`
  | `${Stack}.${"lengths" | "added" | "hidden" | "share" | "promoted" | "nearness"}`
  | `${Stack}_layers.${number}.feed_forward.expand.${"weight" | "bias"}`;
type ResidualView = WalkView<ResidualFacts, ResidualTensor>;
