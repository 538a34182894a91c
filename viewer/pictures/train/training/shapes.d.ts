// What viewer/pictures/train/training/ sends.

interface LiveRunFacts {
  run: string;
  state: "waiting" | "preparing" | "running" | "paused" | "saving" | "stopped" | "finished" | "failed";
  sentence: string;
  saved: string;
  smoothedOver: number;
  settings: Record<"layers" | "width" | "heads" | "dropout" | "peak" | "minutes" | "vocabulary", number> &
    Record<"sentence" | "reference" | "reads" | "writes" | "mixture", string> & { own: boolean };
  now: Record<string, number> | null; // the last step
  trial: (Record<"step" | "seconds" | "loss" | Tried, number> & { pairs: [string, string, string][] }) | null;
  byHeart: boolean;
  loss: ChartFigure;
  model: Record<"parameters" | "vocabulary" | "pairs" | "held_out" | "threads", number> | null;
  snapshots: { step: number; seconds: number; loss: number; pieces: Stretch[] }[];
}
type Tried = "held_out" | "right" | "seen" | "seen_right";
type LiveView = Kept<LiveRunFacts>;
interface BeforeFacts {
  headline: string;
  pairs: [string, string][]; // what is read, and what is to be written
  what: string; // the other list's title
  lines: [string, Stretch[]][]; // a name, and what was written then, beside a person's translation
  isRecorded: boolean; // or there is nothing that was written
}
