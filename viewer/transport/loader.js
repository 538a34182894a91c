// What Streamlit runs for a component, with the address from addresses.py: it fetches the component's own script and
// style, again if the network fails, and shows a button if that doesn't help. A blob has no address: a module in it
// imports others by absolute ones. What is still loading is in `glassformer.fetching`: the page stays hidden until
// then, see app/opening.js.

const address = new URL("⟨address⟩", document.baseURI).href;
if (!Object.hasOwn(globalThis, "glassformer")) globalThis.glassformer = { focus: null };
globalThis.glassformer.fetching ??= new Map();
const { fetching } = globalThis.glassformer;
const sheet = new CSSStyleSheet();

async function load() {
  for (const pause of [0, 500, 2000]) {
    if (pause) await new Promise((done) => setTimeout(done, pause));
    try {
      // Some browsers remember that an address failed.
      const script = await import(pause ? `${address}?again=${Date.now()}` : address);
      sheet.replaceSync(script.carriedStyle);
      return script.default;
    } catch (error) {
      console.debug(error);
    }
  }
}

function start(/** @type {Page} */ page) {
  const { adoptedStyleSheets } = /** @type {ShadowRoot} */ (page.parentElement.getRootNode());
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
  return draw(page);
}

const coming = load().finally(() => fetching.delete(address));
fetching.set(address, coming);
let draw = await coming;

export default (/** @type {Page} */ page) => {
  page.parentElement.querySelector(":scope > [role=alert]")?.remove();
  if (draw) return start(page);
  /** @type {(() => void) | undefined} */
  let leave;
  const box = document.createElement("p");
  const button = document.createElement("button");
  box.role = "alert";
  box.style.font = "0.9rem var(--st-font)";
  box.textContent = "This part of the page couldn’t be loaded. Check the network. ";
  button.textContent = "Try again";
  button.onclick = async () => {
    draw = (await load()) ?? draw;
    if (!draw || !box.isConnected) return;
    box.remove();
    leave = start(page);
  };
  box.append(button);
  page.parentElement.append(box);
  return () => leave?.();
};
