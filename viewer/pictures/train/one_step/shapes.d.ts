// What the page on one step keeps, and what its picture is made of.

interface OneStepView extends View<OneStepFacts, string> {
  [own: string]: any;
}

// How long the gradient is at each place, see viewer/pictures/train/one_step/shown.py.
interface BackwardShown {
  facts: Pick<LessonFacts, "source" | "target" | "output" | "longest"> & {
    sizes: { layers: { encoder: number; decoder: number } };
  };
  room: import("../../../widgets/marks/marks.js").Room;
  flows: Record<string, Tensor>;
}
