// The tokens along the axes of an attention.

export const KIND_NAMES = {
  encoder: "Encoder self-attention",
  decoder: "Decoder self-attention",
  cross: "Cross-attention",
};

/** @param {LaboratoryView} view */
export function labelsOf(view, kind) {
  const texts = (chips) => chips.map(({ text }) => text);
  const [source, target] = [texts(view.facts.afterSource), texts(view.facts.tokens.target)];
  return { rows: kind === "encoder" ? source : target, columns: kind === "decoder" ? target : source };
}
