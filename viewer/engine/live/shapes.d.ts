// The browser's own model, and the picture that it draws while one types.

// The model that is here or will be, the sentence that it computes now, and the one that comes next.
type BrowserModel = OfferedModel | (Followed & { ready: false; offer: null; worker: null });
type OfferedModel = ReadyModel | (Followed & { ready: false; offer: EngineOffer; worker: Worker | null });
type ReadyModel = Followed & { ready: true; offer: EngineOffer; worker: Worker };
interface Followed {
  coming: string; // how much of it has come
  failed: string; // why it can't run
  tries: number;
  asked: string | null;
  next: string | null;
  waiting: { resolve(): void; reject(error: Error): void; onProgress(text: string): void }[]; // for the model
  apart: { resolve(payload: Payload<any, any>): void; reject(error: Error): void }[]; // in the order of the answers
}

// A picture that follows the typing: what becomes of the model, and an answer to what was typed.
interface Follower {
  heed(model: OfferedModel): void;
  take(model: ReadyModel, answer: { sentence: string; payload: Payload<any, any> | null }): void;
}
