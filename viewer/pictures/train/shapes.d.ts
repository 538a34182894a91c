// What the pages on training send: viewer/pictures/train/.

// Like the library's ModelConfig and TrainingConfig; engine/shapes.d.ts has the rest of the sizes.
interface ModelSizes {
  dropout: number;
  positions: "sinusoidal" | "learned";
  activation?: "relu" | "swish" | "gelu"; // recordings from before there was a choice have none
  output_bias?: boolean;
}

// What the model card sends: viewer/pictures/train/model_card/look.py.
interface CardFacts {
  headline: string;
  facts: { title: string; words: string }[];
  quality: LabelledBars;
  examples: { name: string; source: string; pieces: Stretch[]; reference: string }[];
}
