// The picture updates as you type: the browser's own model gets every key, the server only what you confirm with Enter
// or by leaving the field. Until that model is here, or if it can't be, the server answers as usual.

const FIELD = ".st-key-sentence input";
const HERE =
  "The model is in your browser: the picture changes as you type. Press Enter to see how far to trust the translation.";
const LONGEST = 1000; // characters of a sentence; the server cuts anything longer
const ALONE = "The model is in your browser: type any sentence, and the picture changes with it.";
// A text that may contain several sentences: the server splits those.
const SEVERAL = /[\p{Sentence_Terminal}…][^\s\p{L}\p{N}]*\s+\S|[\n\u2028]/u;

let view = null; // the picture on the page
let coming = { offer: null, ready: false, worker: null, asked: null, next: null }; // the model that is here or will be
let frame = 0;

// Load the model into the browser and make the picture follow the typing; `draw` is called with payloads.
/**
 * @param {MachineView} shown
 * @param {EngineOffer | null} offer
 * @param {(payload: Payload<MachineFacts, MachineTensor>) => void} draw
 */
export function followTyping(shown, offer, draw) {
  if (!view) listen();
  view = Object.assign(shown, { draw });
  tell(coming.ready ? here(coming) : "");
  if (coming.offer?.weights.sha256 === offer?.weights.sha256) return;
  coming.worker?.terminate();
  coming = { offer, ready: false, worker: null, asked: null, next: null };
  if (!offer || /** @type {any} */ (navigator).connection?.saveData) return;
  const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 500));
  whenIdle(() => fetchModel(coming));
}

export const typedText = () => /** @type {HTMLInputElement | null} */ (document.querySelector(FIELD))?.value;

export const mayBeSeveral = (text) => SEVERAL.test(text);

function fetchModel(model) {
  if (model !== coming) return;
  const { language, alignedLayer } = view.facts;
  const whole = (address) => new URL(address, document.baseURI).href;
  const { weights, script, language: reads, tokenizer, config, reading, kernels } = model.offer;
  const addresses = Object.fromEntries(
    Object.entries({ tokenizer, config, reading, kernels }).map(([name, address]) => [name, whole(address)]),
  );
  const offer = { ...addresses, weights: { ...weights, address: whole(weights.address) }, language: reads };
  const failed = (reason) => {
    console.debug("The model does not run in this browser:", reason);
    model.worker?.terminate();
    Object.assign(model, { ready: false, worker: null });
    tell("");
    letGo();
  };
  try {
    model.worker = new Worker(whole(script));
  } catch (error) {
    failed(error);
    return;
  }
  model.worker.onerror = (event) => failed(event.message);
  model.worker.onmessage = ({ data }) => {
    if (model !== coming) return;
    if (data.failed) failed(data.failed);
    else if (data.coming) tell(progress(data.coming));
    else if (data.ready) {
      model.ready = true;
      tell(here(model));
    } else answered(model, data);
  };
  model.worker.postMessage({ offer, model: { language, reads: view.facts.reads, alignedLayer } });
}

const here = (model) => (model.offer.alone ? ALONE : HERE);

function progress([loaded, length]) {
  const millions = (bytes) => Math.round(bytes / 1e6);
  return `Downloading the model to your browser: ${millions(loaded)} of ${millions(length)} MB`;
}

function tell(text) {
  view.coming.textContent = text;
}

// One sentence is computed at a time; next comes the last one typed in the meantime.
function ask(model, sentence) {
  model.next = sentence;
  if (model.asked !== null) return;
  Object.assign(model, { asked: sentence, next: null });
  model.worker.postMessage({ sentence });
}

function answered(model, { sentence, payload }) {
  const { next } = model;
  model.asked = null;
  if (next !== null) ask(model, next);
  else if (!payload) letGo();
  else if (sentence === typedText() && view.root.isConnected) view.draw(payload);
}

function listen() {
  addEventListener("input", ({ target }) => typed(target), true);
  addEventListener("compositionend", ({ target, isTrusted }) => isTrusted && typed(target));
}

function typed(field) {
  if (!(field instanceof HTMLInputElement) || !field.matches(FIELD)) return;
  const text = field.value;
  const own = coming.ready && view.root.isConnected && text.trim() && text.length <= LONGEST && !mayBeSeveral(text);
  cancelAnimationFrame(frame);
  if (!own) {
    coming.next = null;
    letGo();
    return;
  }
  hold(field);
  const model = coming;
  frame = requestAnimationFrame(() => model.ready && ask(model, text));
}

// Streamlit sends a text after a pause, but never one still being composed, as in Japanese.
function hold(field) {
  field.dataset.held = "";
  field.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
}

function letGo() {
  const field = /** @type {HTMLElement | null} */ (document.querySelector(`${FIELD}[data-held]`));
  if (!field) return;
  delete field.dataset.held;
  field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
}
