// What the alignment page shows of a sentence; what it is sent is in viewer/facts.d.ts.

type AlignmentSent = ActivationFacts<AlignmentMeasured> & AlignmentModel & Pick<OfParameters, "frame">;

interface AlignmentFacts extends AlignmentModel, AlignmentMeasured {
  source: { text: string; words: string[] };
  target: { text: string; words: string[] };
  pieces: Record<Side, number[][]>;
  layers: number;
  heads: number;
}

type AlignmentTensor =
  | `decoder.${number}.cross_attention.${"weights" | "value"}`
  | `decoder_layers.${number}.cross_attention.output_projection.weight`;
type AlignmentView = View<AlignmentFacts & AlignmentSent, AlignmentTensor> & {
  frame: OfParameters["frame"];
  tensors: Partial<Tensors<"zeroing" | "alti">>; // as long as they are of the same sentence
};
