// What viewer/walk/projections/stage.py sends.

interface ProjectionsFacts extends AttentionFacts {
  norm: "pre" | "post";
  matrices: Record<string, string> | null; // of a large model: their addresses by kind and layer
  parameters: {
    rows: { letter: string; of_each_head: number[]; of_one_wide_head: number; biases: number }[];
    attentions: number;
    alike: boolean;
  };
}

type ProjectionsTensor = AttentionTensor | `${Stack}.${"asymmetry" | "themselves"}`;
type ProjectionsDerived = AttentionDerived | `${Kind}.${"naive" | "symmetric" | "asymmetric"}`;
type ProjectionsView = WalkView<ProjectionsFacts, ProjectionsTensor | ProjectionsDerived>;
