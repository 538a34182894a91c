// A page of the app without a server: its data for each sentence are a file next to it, or part of it.

import { keepPlace } from "../../widgets/address.js";
import { depthSwitch, followDepth, keepDepth } from "../../widgets/depth.js";
import { element } from "../../widgets/elements.js";
import { memory } from "../../widgets/focus.js";
import { unpack } from "../../widgets/payload.js";
import "../../widgets/alone.css";
import "./site.css";

const { slug, pages, sentences, constants, isLive, depths } = JSON.parse(document.getElementById("facts").textContent);
const place = document.getElementById("component");
const menu = /** @type {HTMLSelectElement} */ (document.getElementById("sentence"));
const field = /** @type {HTMLInputElement} */ (document.querySelector("#typed input"));
const missing = document.getElementById("missing");
const IS_FILE = !location.protocol.startsWith("http");

if (depths) {
  keepDepth();
  document.querySelector("h1").after(depthSwitch());
  followDepth(document.querySelector("main"));
}

// The bytes called `name`: they are in the page, or in a file next to it.
async function held(name) {
  const here = document.getElementById(`held-${name}`);
  const packed = here
    ? new Blob([Uint8Array.from(atob(here.textContent), (letter) => letter.charCodeAt(0))])
    : await fetched(`data/${name}.bin`);
  const plain = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.blob();
}

// What a server would do.
function tellWhatIsMissing(name) {
  if (name === "fork") missing.textContent = "To go on with another token, install Glassformer.";
}

async function draw(number) {
  try {
    const data = await held(`${slug}-${number}`);
    if (constants) {
      memory.constants ??= new Map();
      if (!memory.constants.has(constants)) memory.constants.set(constants, unpack(await held(constants)));
    }
    missing.textContent = "";
    field.value = sentences[number];
    globalThis.glassformerComponent({ data, parentElement: place, setTriggerValue: tellWhatIsMissing });
    document.documentElement.dataset.drawn = String(number);
  } catch (error) {
    missing.textContent = "This sentence could not be loaded. Check the network and reload the page.";
    console.error(error);
  }
}

function choose(number) {
  keepPlace("number", String(number));
  keepPlace("focus", "");
  return draw(number);
}

menu.append(...sentences.map((sentence, value) => element("option", "", { value }, sentence)));
menu.addEventListener("change", () => choose(menu.selectedIndex));

// Links in the pictures are the app's addresses; here a page is a file, and the sentence is passed along.
document.addEventListener(
  "click",
  (event) => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (!link?.href || event.metaKey || event.ctrlKey) return;
    const address = new URL(link.href);
    const page =
      address.pathname
        .split("/")
        .at(-1)
        .replace(/\.html$/, "") || "index";
    if (!pages.includes(page)) return;
    event.preventDefault();
    event.stopPropagation();
    if (IS_FILE) return;
    address.pathname = address.pathname.replace(/[^/]*$/, `${page}.html`);
    address.searchParams.set("number", String(menu.selectedIndex));
    location.assign(address);
  },
  true,
);

document.getElementById("typed").hidden = !isLive;
const asked = Number(new URL(location.href).searchParams.get("number"));
menu.selectedIndex = sentences[asked] === undefined ? 0 : asked;
await draw(menu.selectedIndex);
