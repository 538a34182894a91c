// The browser's own model, and the picture that it draws while one types.

// The model that is here or will be, the sentence that it computes now, and the one that comes next.
interface BrowserModel {
  offer: EngineOffer | null;
  ready: boolean;
  failed: string; // why it can't run
  worker: Worker | null;
  asked: string | null;
  next: string | null;
  apart: ApartRequest[]; // of what nobody typed, in the order of the answers
}

interface ApartRequest {
  request: { maker: string; sentence: string; known: object };
  resolve(payload: Payload<any, any>): void;
  reject(error: Error): void;
  onProgress(text: string): void;
}

// Of a view: the sentence on screen and whether the browser's own model drew it.
interface LivePicture {
  sentence: string;
  isOwn: boolean;
  model: string | undefined; // the hash of its weights
  maker: string | null; // the address of the page's live.js
  known: object;
  draw(payload: any): void;
  coming: HTMLElement;
  server: { sentence: string; payload: Sent<Kept> };
}
