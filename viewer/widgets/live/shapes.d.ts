// The browser's own model, and the picture that it draws while one types.

// The model that is here or will be, the sentence that it computes now, and the one that comes next.
interface BrowserModel {
  offer: EngineOffer | null;
  ready: boolean;
  worker: Worker | null;
  asked: string | null;
  next: string | null;
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
