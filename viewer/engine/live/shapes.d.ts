// The browser's own model, and the picture that it draws while one types.

// The model that is here or will be, the sentence that it computes now, and the one that comes next.
type BrowserModel = OfferedModel | (Followed & { ready: false; offer: null; worker: null });
type OfferedModel = ReadyModel | (Followed & { ready: false; offer: EngineOffer; worker: Worker | null });
type ReadyModel = Followed & { ready: true; offer: EngineOffer; worker: Worker };
interface Followed {
  coming: string; // how much of it has come
  failed: string; // why it can't run
  tries: number;
  isAsked: boolean; // what was typed
  next: string | null;
  waiting: { resolve(): void; reject(error: Error): void; onProgress(text: string): void }[]; // for the model
  answers: { resolve(payload: Payload<any, any>): void; reject(error: Error): void }[]; // that are to come, in this order
}
