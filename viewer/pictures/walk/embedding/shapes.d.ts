type EmbeddingFacts = ActivationFacts<EmbeddingMeasured> & EmbeddingModel;
type EmbeddingConstant = "counts" | "kinds" | "groups" | "encoder.map";
// What the server found near every token is among the tensors as long as it is of the same sentence; a decoder with a
// table of its own has a map of its own.
type EmbeddingFound = "decoder.map" | `${"near" | "cosines"}.${Stack}` | `${string}_embedding.weight`;
type EmbeddingView = WalkView<EmbeddingFacts, EmbeddingConstant | `${Stack}.embedding`> & {
  tensors: Partial<Tensors<EmbeddingFound>>;
};
