// What viewer/pictures/train/training/ sends.

interface LiveRunFacts {
  run: string;
  state: "waiting" | "preparing" | "running" | "paused" | "saving" | "stopped" | "finished" | "failed";
  sentence: string;
  saved: string;
  smoothedOver: number;
  settings: Record<"layers" | "width" | "heads" | "dropout" | "peak" | "minutes", number> &
    Record<"sentence" | "reference" | "reads" | "writes", string>;
  now: Record<"step" | "seconds" | "target_tokens", number> | null;
  trial: LiveTrial | null;
  loss: ChartFigure;
  model: LiveModel | null;
  snapshots: Snapshot[];
}

interface Snapshot {
  step: number;
  seconds: number;
  translation: string;
  loss: number;
}

interface LiveTrial extends Record<"held_out" | "right" | "seen" | "seen_right", number> {
  pairs: [string, string, string][];
  byHeart: boolean;
}

interface LiveModel {
  source: Chip[];
  target: Chip[];
  cut: boolean;
  parameters: number;
  vocabulary: number;
  pairs: number;
  layers: number;
  heads: number;
  threads: number;
}

type LiveTensor = "weights";
// Before the first snapshot there are no tensors.
interface LiveView extends Kept<LiveRunFacts> {
  tensors: Partial<Tensors<LiveTensor>>;
}
