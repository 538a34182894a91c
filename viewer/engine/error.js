// Why a model can't run here, in a sentence for a visitor.
export class EngineError extends Error {}

// The oldest that have all that the pages use: light-dark() in CSS and, in Firefox, popovers.
export const NEWER = "It needs Chrome or Edge 123, Firefox 125, Safari 17.5, or newer.";
export const TOO_OLD = `The model can’t run here: this browser is too old. ${NEWER}`;
