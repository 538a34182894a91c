// What viewer/walk/heads/stage.py sends; `here` is null while the browser's own model draws.

interface HeadsFacts extends AttentionFacts {
  engine: EngineOffer | null;
  roles: {
    problem: string;
    sentences: number;
    source: string;
    leastErrorRate: number | null;
    rule: { leading: number; above: number; leaning: number; spread: number };
    patterns: Record<Kind, string[]>;
    heads: Record<Kind, HeadRole[][]>;
  };
  here: Record<Kind, HeadRole[][]> | null;
}

// Each share is the weight on a pattern, and what an even head would have there.
interface HeadRole {
  label: string;
  short: string;
  strongest: string | null;
  entropy: number;
  errorRate: number | null;
  shares: Record<string, [number, number]>;
}

type HeadsTensor = AttentionTensor;
// Computed in derived.js.
type HeadsDerived = AttentionDerived | `joined.${Kind}.${"lengths" | "parts"}` | `reached.${Kind}`;
type HeadsView = WalkView<HeadsFacts, HeadsTensor | HeadsDerived>;
