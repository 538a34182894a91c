// The browser's own model, and the picture that it draws while one types.

// The model that is here or will be, the sentence that it computes now, and the one that comes next.
interface BrowserModel {
  offer: EngineOffer | null;
  ready: boolean;
  failed: string; // why it can't run
  worker: Worker | null;
  asked: string | null;
  next: string | null;
  waiting: { resolve(): void; reject(error: Error): void; onProgress(text: string): void }[]; // for the model
  apart: { resolve(payload: Payload<any, any>): void; reject(error: Error): void }[]; // in the order of the answers
}
