// What viewer/pictures/train/training/ sends.

interface LiveRunFacts {
  run: string;
  state: "waiting" | "preparing" | "running" | "paused" | "saving" | "stopped" | "finished" | "failed";
  sentence: string;
  saved: string;
  smoothedOver: number;
  settings: Record<"layers" | "width" | "heads" | "dropout" | "peak" | "minutes" | "vocabulary", number> &
    Record<"sentence" | "reference" | "reads" | "writes", string> & { own: boolean };
  now:
    | (Record<"step" | "seconds" | "target_tokens" | "loss" | "smoothed_loss", number> & Record<string, number>)
    | null;
  trial: LiveTrial | null;
  loss: ChartFigure;
  model: Record<"parameters" | "vocabulary" | "pairs" | "threads", number> | null;
  snapshots: { step: number; seconds: number; translation: string; loss: number }[];
}

interface LiveTrial extends Record<"step" | "seconds" | "loss" | "held_out" | "right" | "seen" | "seen_right", number> {
  pairs: [string, string, string][];
  byHeart: boolean;
}

type LiveView = Kept<LiveRunFacts>;
