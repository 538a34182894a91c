// What the pages on training send: viewer/train/.

// Like the library's ModelConfig and TrainingConfig.
interface ModelSizes {
  vocabulary_size: number;
  encoder_layers: number;
  decoder_layers: number;
  d_model: number;
  heads: number;
  d_ff: number;
  dropout: number;
  norm: "pre" | "post";
  positions: "sinusoidal" | "learned";
  position_base: number;
  max_length: number;
  tied_embeddings: boolean;
  activation?: "relu" | "swish" | "gelu"; // recordings from before there was a choice have none
  output_bias?: boolean;
}

interface TrainingOptions {
  steps: number;
  batch_tokens: number;
  peak: number;
  warmup: number;
  clip: number;
  seed: number;
  [other: string]: string | number | boolean;
}

// What the model card sends: viewer/train/model_card/look.py.
interface CardFacts {
  headline: string;
  facts: { title: string; words: string }[];
  quality: LabelledBars;
}
