type OutputFacts = ActivationFacts<OutputMeasured> & OutputModel & { pieces: string[] };
type OutputDerived = "top" | "confidence" | "losses";
type OutputView = WalkView<OutputFacts, OutputDerived | "logits" | "decoder.output" | `${string}.${"weight" | "bias"}`>;
