// The card of a finding.

type FindingView = Kept<FindingFacts & { engine: EngineOffer | null }>;

// Heads set to zero; or whether the word in brackets is hidden; or the place of a vector that is copied, at the first
// token that differs if there is no position.
interface FindingEdit {
  heads?: string[];
  hide?: boolean;
  place?: string;
  position?: number | null;
}
