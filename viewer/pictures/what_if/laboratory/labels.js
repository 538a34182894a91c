// The tokens along the axes of an attention; a query of cross-attention is named by the token that it writes.

export const KIND_NAMES = {
  encoder: "Encoder self-attention",
  decoder: "Decoder self-attention",
  cross: "Cross-attention",
};

/** @param {LaboratoryView} view */
export function matrixLabels(view, kind) {
  const texts = (chips) => chips.map(({ text }) => text);
  const { target, output } = view.facts.tokens;
  const source = texts(view.facts.afterSource);
  const rows = { encoder: source, decoder: texts(target), cross: texts(output) }[kind];
  return { rows, columns: kind === "decoder" ? texts(target) : source };
}
