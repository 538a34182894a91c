// A page of the app without a server: its data for each sentence are a file next to it, or part of it.

import { keepPlace } from "../../widgets/address.js";
import { depthSwitch, followDepth, keepDepth } from "../../widgets/depth.js";
import { element } from "../../widgets/elements.js";
import { memory } from "../../widgets/focus.js";
import { unpack } from "../../widgets/payload.js";
import "../../widgets/alone.css";
import "./site.css";

const facts = JSON.parse(document.getElementById("facts").textContent);
const { slug, pages, elsewhere, sentences, constants, isLive, depths, root, without } = facts;
const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".part")]);
const missing = document.getElementById("missing");
const menu = /** @type {HTMLSelectElement} */ (document.getElementById("sentence"));
const field = /** @type {HTMLInputElement} */ (document.querySelector("#typed input"));
const asked = Number(new URL(location.href).searchParams.get("number"));
const current = () => (sentences.length ? menu.selectedIndex : asked); // a page without sentences passes it on
const IS_FILE = !location.protocol.startsWith("http");

memory.root = root;
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

async function draw(number) {
  for (const each of places) each.hidden = number in without;
  if (number in without) {
    missing.textContent = without[number];
    document.documentElement.dataset.drawn = String(number);
    return;
  }
  try {
    const data = await Promise.all(places.map((_, part) => held(`${slug}-${part}-${number}`)));
    if (constants) {
      memory.constants ??= new Map();
      if (!memory.constants.has(constants)) memory.constants.set(constants, unpack(await held(constants)));
    }
    missing.textContent = "";
    field.value = sentences[number] ?? "";
    places.forEach((parentElement, part) => {
      globalThis[`glassformerPart${part}`]({ data: data[part], parentElement, setTriggerValue: ask });
    });
    document.documentElement.dataset.drawn = String(number);
  } catch (error) {
    missing.textContent = "This sentence could not be loaded. Check the network and reload the page.";
    console.error(error);
  }
}

// What only Python could compute. A page that keeps a choice of its own (alpha) has drawn it already.
function ask(name) {
  if (name === "alpha") return;
  missing.textContent = "This page shows what was computed beforehand. To ask it for more, install Glassformer.";
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
    if (link.closest(".languages")) link.search = `?number=${current()}`;
    if (link.closest(".languages") || address.origin !== location.origin || address.hash) return;
    event.preventDefault();
    event.stopPropagation();
    if (!pages.includes(page) && !elsewhere.includes(page)) {
      missing.textContent = "That page needs the installed app.";
      return;
    }
    if (IS_FILE) return;
    const folder = pages.includes(page) ? "" : root; // the first language has every page
    const target = new URL(`${folder}${page}.html${address.search}`, location.href);
    target.searchParams.set("number", String(current()));
    location.assign(target);
  },
  true,
);

const pagesMenu = document.querySelector("nav details");
if (pagesMenu && innerWidth < 700) pagesMenu.removeAttribute("open");
document.getElementById("typed").hidden = !isLive;
document.getElementById("examples").hidden = !sentences.length;
const isSite = pages.length > 1;
// @ts-expect-error: not every browser tells of its connection
const savesData = navigator.connection?.saveData;
if (isSite && !IS_FILE && !savesData) navigator.serviceWorker?.register(`${root}offline.js`).catch(() => {});
menu.selectedIndex = sentences[asked] === undefined ? 0 : asked;
if (places.length) await draw(Math.max(menu.selectedIndex, 0));
