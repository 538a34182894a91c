// A page of the app without a server: its data for each sentence are a file next to it, or part of it.

import { copyLink, moreTools } from "../app/copy_link.js";
import { pictureMenu } from "../app/pictures.js";
import { EngineError } from "../engine/error.js";
import { requireModel, savesData } from "../engine/live/model.js";
import { joinPlanes, unpack, unzip } from "../transport/payload.js";
import { retry } from "../transport/persistent.js";
import { setUrlParam, writeAddress } from "../widgets/address.js";
import { goToPlace } from "../widgets/arriving.js";
import { depthSwitch, followDepth, keepDepth } from "../widgets/depth.js";
import { element, findIn } from "../widgets/elements.js";
import { memory } from "../widgets/memory.js";
import { announceUnheard } from "../widgets/unheard.js";
import { completePayload } from "./elsewhere.js";
import "../app/tools.css";
import "../widgets/alone.css";
import "./site.css";

const facts = JSON.parse(findIn(document, "#facts").textContent);
const { slug, pages, elsewhere, examples, isFixed, engine, first, isLive, depths, root, scripts, without } = facts;
const sentences = isFixed ? [] : examples;
const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".site-part")]);
const missing = findIn(document, "#missing");
const menu = /** @type {HTMLSelectElement} */ (document.getElementById("sentence"));
const field = /** @type {HTMLInputElement} */ (document.querySelector("#typed input"));
const asked = Number(new URL(location.href).searchParams.get("number"));
const current = () => (sentences.length ? menu.selectedIndex : asked); // a page without sentences passes it on
const IS_FILE = !location.protocol.startsWith("http");
const HOME = ["", "home", "translate"]; // the front page under its names in the app

writeAddress(new URL(location.href)); // as one that is shared
memory.page = slug;
// Charts ask for it when they are first drawn.
memory.plotlyAddress = async () => URL.createObjectURL(await (await openFile(`${root}code/plotly.bin`)).blob());
memory.held = addressHere;
const tools = findIn(document, ".tools");
if (depths) {
  keepDepth();
  tools.append(depthSwitch(), moreTools(tools));
  for (const each of [tools, findIn(document, "main")]) followDepth(each);
}
if (places.length) tools.append(pictureMenu(), ...(IS_FILE ? [] : [copyLink()]));

// The facts and tensors of a file; it is in the page, or at this address.
async function readPayload(address) {
  const bytes = new Uint8Array(await (await openFile(address)).arrayBuffer());
  const begin = 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));
  bytes.set(joinPlanes(bytes.subarray(begin), 4), begin);
  return unpack(bytes);
}

async function openFile(address) {
  const here = document.getElementById(`held-${address}`);
  const packed = here
    ? new Blob([Uint8Array.from(atob(here.textContent), (sign) => sign.charCodeAt(0))]).stream()
    : await retry(async () => {
        const { ok, body, status } = await fetch(address);
        if (!ok || !body) throw new Error(`${address}: ${status}`);
        return body;
      });
  return new Response(unzip(packed));
}

// Where the worker finds a file that is part of the page: the end says what it is, as of a file on a server.
function addressHere(address) {
  const text = document.getElementById(`held-${address}`)?.textContent;
  if (text === undefined || address.endsWith(".bin")) return text && `data:;base64,${text}#${address}`;
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}

let drawing = -1; // the example that was asked for last
let hasTyped = false; // since then: what is said about the typed sentence stays

async function draw(number) {
  drawing = number;
  hasTyped = false;
  for (const each of places) each.hidden = number in without;
  if (number in without) {
    missing.textContent = without[number];
    document.documentElement.dataset.drawn = String(number);
    return;
  }
  try {
    const data = await Promise.all(places.map((_, part) => loadExample(part, number)));
    const draws = await Promise.all(places.map((_, part) => loadPart(part)));
    if (number !== drawing) return;
    if (!hasTyped) missing.textContent = "";
    places.forEach((parentElement, part) => {
      draws[part]({ data: data[part], parentElement, setTriggerValue: ask });
    });
    document.documentElement.dataset.drawn = String(number);
  } catch (error) {
    if (number !== drawing) return;
    for (const each of places) each.hidden = true; // they would show another example
    if (error instanceof EngineError) {
      missing.textContent = `This example needs the model in your browser. ${error.message}`;
      return;
    }
    missing.textContent = "This sentence could not be loaded. Check the network and reload the page.";
    console.error(error);
  }
}

async function loadExample(part, number) {
  const address = (each) => `data/${slug}-${part}-${each}.bin`;
  const [own, before] = await Promise.all([
    readPayload(address(number)),
    number > first ? readPayload(address(first)) : null,
  ]);
  const onProgress = (text) => {
    if (number === drawing && !hasTyped) missing.textContent = text;
  };
  const payload = await completePayload(own, { first: before, engine, sentence: sentences[number], onProgress });
  const { constants } = payload.facts.frame ?? {};
  memory.constants ??= new Map();
  if (constants && !memory.constants.has(constants)) memory.constants.set(constants, await readPayload(constants));
  for (const each of Object.values(payload.facts.frame?.parameters ?? {})) // the page fetches them, unless they are part of it
    if (document.getElementById(`held-${each}`)) memory.constants.set(each, await readPayload(each));
  return payload;
}

// What draws a part: it came with this script, or is a module of its own.
async function loadPart(part) {
  const here = globalThis.glassformerParts?.[scripts[part]];
  if (here) return here;
  const address = new URL(`${root}code/${scripts[part]}`, document.baseURI).href;
  return (await retry((again) => import(address + again))).default;
}

// Say that only Python could answer. A page that keeps a choice of its own (alpha) has drawn it already.
function ask(name) {
  if (name === "alpha") return;
  missing.textContent = "This page shows what was computed beforehand. To ask it for more, install Glassformer.";
}

function choose(number) {
  field.value = sentences[number];
  setUrlParam("number", String(number));
  setUrlParam("sentence", "");
  setUrlParam("focus", "");
  return draw(number);
}

menu.append(...sentences.map((sentence, value) => element("option", "", { value }, sentence)));
menu.selectedIndex = sentences[asked] === undefined ? 0 : asked; // before a link can be clicked
menu.addEventListener("change", () => choose(menu.selectedIndex));
field.addEventListener("input", () => {
  if (!hasTyped) missing.textContent = "";
  hasTyped = true;
  bringModel();
});
field.addEventListener("change", () => setUrlParam("sentence", examples.includes(field.value) ? "" : field.value));

// Links in the pictures are the app's addresses; here a page is a file, and the sentence is passed along.
document.addEventListener(
  "click",
  (event) => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (!link?.href || event.metaKey || event.ctrlKey) return;
    const address = new URL(link.href);
    const named = address.pathname.replace(/^.*\/|\.html$/g, "");
    const page = HOME.includes(named) ? "index" : named;
    const sentence = address.searchParams.get("sentence") ?? (field.value || examples[current()]);
    const passed = new URLSearchParams(address.search);
    passed.set("number", String(examples.includes(sentence) ? examples.indexOf(sentence) : current()));
    if (examples.includes(sentence)) passed.delete("sentence");
    else passed.set("sentence", sentence);
    if (link.closest(".languages")) link.search = `${passed}`;
    if (link.closest(".languages") || address.origin !== location.origin || address.hash) return;
    event.preventDefault();
    event.stopPropagation();
    if (!pages.includes(page) && !elsewhere.includes(page)) {
      missing.textContent = "That page needs the installed app.";
      return;
    }
    if (IS_FILE) return;
    const folder = pages.includes(page) ? "" : root; // the first language has every page
    const target = new URL(`${folder}${page}.html?${passed}`, location.href);
    if (link.target === "_blank") open(target, "_blank");
    else location.assign(target);
  },
  true,
);

// On a phone all groups of the menu are open; in the bar one is, until Escape or until something else is chosen.
const menuOfPages = document.getElementById("pages");
menuOfPages?.addEventListener("beforetoggle", (event) => {
  const isOpening = /** @type {ToggleEvent} */ (event).newState === "open";
  for (const each of menuOfPages.querySelectorAll("details")) each.open = isOpening;
});
function closeMenus(kept) {
  const open = /** @type {HTMLDetailsElement[]} */ ([
    ...document.querySelectorAll(":is(.site-menu:not(:popover-open), .languages) details[open]"),
  ]).filter((each) => !each.contains(kept));
  for (const each of open) each.open = false;
  return open[0];
}
for (const name of ["pointerdown", "focusin"])
  document.addEventListener(name, ({ target }) => closeMenus(/** @type {Node} */ (target)));
document.addEventListener(
  "keydown",
  (event) => {
    const closed = event.key === "Escape" && closeMenus(null);
    if (!closed) return;
    event.stopPropagation(); // the picture doesn't fly up
    findIn(closed, "summary").focus();
  },
  true,
);
const isSite = pages.length > 1;
if (isSite && !IS_FILE && !savesData()) navigator.serviceWorker?.register(`${root}offline.js`).catch(() => {});
// What was typed before this ran, or else what the page before passed on.
const asking = field.value || new URL(location.href).searchParams.get("sentence");
const isOwn = asking?.trim() && !examples.includes(asking);
field.value = isOwn ? asking : (sentences[menu.selectedIndex] ?? "");
if (!isOwn && field === document.activeElement) field.select(); // what somebody is about to type replaces it
announceUnheard();
goToPlace();
if (places.length) await draw(Math.max(menu.selectedIndex, 0));
else document.documentElement.dataset.drawn = "0";
// The typefaces come last; what is painted by then is painted again.
if (!IS_FILE)
  requestAnimationFrame(() =>
    document.head.append(element("link", "", { rel: "stylesheet", href: `${root}code/typefaces.css` })),
  );
if (isOwn && isLive) bringModel();
else if (isOwn && sentences.length)
  missing.textContent = "On this page, your own sentence needs the installed app. This is one of the examples.";

// Draw the visitor's own sentence once the model is here.
async function bringModel() {
  try {
    await requireModel(engine);
  } catch (error) {
    missing.textContent = `Your own sentence needs the model in your browser. ${error.message}`;
  }
}
