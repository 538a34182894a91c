type EmbeddingFacts = ActivationFacts<EmbeddingMeasured> & EmbeddingModel;
type EmbeddingConstant = "counts" | "kinds" | "groups";
// What the server found near every token is among the tensors as long as it is of the same sentence.
type EmbeddingFound = `${"near" | "cosines"}.${Stack}` | `${string}_embedding.weight`;
type EmbeddingView = WalkView<EmbeddingFacts, EmbeddingConstant | `${Stack}.embedding`> & {
  tensors: Partial<Tensors<EmbeddingFound>>;
};
