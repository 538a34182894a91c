// What viewer/pictures/train/one_step/ sends. Tensors are called `lesson.snapshot.part`, see `measure_flow`.

interface OneStepFacts {
  language: string;
  sizes: { layers: { encoder: number; decoder: number } };
  titles: string[];
  lessons: OneStepLesson[];
  most: number;
  recorded: boolean; // with all steps of several lessons, for want of a server
}

interface OneStepLesson {
  title: string;
  sentence: string;
  wanted: string;
  source: Chip[];
  target: Chip[];
  output: Chip[];
  longest: number; // of the gradients before the first step
  snapshots: OneStepSnapshot[];
}

interface OneStepSnapshot {
  steps: number;
  loss: number;
  probabilities: number[];
  translations: { sentence: string; before: Stretch[]; after: Stretch[] }[]; // the lesson's own first
}

interface BackwardShown {
  facts: OneStepLesson & Pick<OneStepFacts, "sizes">;
  flow: (part: string) => Tensor;
  room: import("../../../widgets/marks/marks.js").Room;
}
