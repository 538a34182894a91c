// Why a model can't run here, in a sentence for a visitor.
export class EngineError extends Error {}
