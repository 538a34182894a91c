// What viewer/pictures/walk/residual/stage.py sends.

type Activation = "relu" | "swish" | "gelu";
type Sublayer = "self_attention" | "cross_attention" | "feed_forward";

interface ResidualFacts {
  preNorm: boolean;
  activation: Activation;
  epsilon: number;
  sublayers: Record<Stack, Sublayer[]>;
  pieces: Chip[];
  listed: Record<Stack, number[][]> | null; // the neurons of each layer whose weights were sent; null for all
}

type ResidualTensor =
  | `${Stack}.${"input" | "lengths" | "outputBytes" | "outputSteps" | "added" | "cosine" | "gamma" | "beta"}`
  | `${Stack}.${"share" | "expand" | "bias" | "promoted" | "nearness"}`;
// Computed in residual/derived.js.
type ResidualDerived = `${Stack}.${"output" | "stream" | "beside" | "moments" | "hidden"}`;
type ResidualView = WalkView<ResidualFacts, ResidualTensor | ResidualDerived>;
