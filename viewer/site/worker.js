// @ts-nocheck: the globals of a service worker are not those of a page.
// The site without a network: pages, code and each page's first sentence are kept at the first visit, all else when it
// is first seen. Every version of the site has a store of its own, filled past the browser's cache, which can still
// have files of the version before. The engine keeps the model's weights itself, by their hash. Other sites under the
// same origin, such as a fork or what is in a folder below, have their own.

const SITE = new URL("./", self.location).href;
const STORE = `glassformer-site-⟨version⟩ ${SITE}`;
const FILES = "⟨files⟩";
const FRESH = { cache: "no-cache" };
const folderAddress = (address) => address.slice(0, address.lastIndexOf("/") + 1);
const FOLDERS = new Set(FILES.map((file) => folderAddress(SITE + file)));

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const files = FILES.map((file) => new Request(file, FRESH));
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(files)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([self.clients.claim(), caches.keys().then((names) => Promise.all(names.map(deleteOlder)))]),
  );
});

async function deleteOlder(name) {
  if (name === STORE || !name.startsWith("glassformer-site-")) return;
  const isOurs = await (await caches.open(name)).match(`${SITE}index.html`);
  if (isOurs) await caches.delete(name);
}

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const [address] = url.split(/[?#]/);
  if (method !== "GET" || url.includes("/weights") || !FOLDERS.has(folderAddress(address))) return;
  event.respondWith(answer(event.request));
});

async function answer(request) {
  const store = await caches.open(STORE);
  const address = new URL(request.url);
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  const kept = await store.match(address, { ignoreSearch: true });
  if (kept) return kept;
  const fresh = await fetch(request, FRESH);
  if (fresh.ok) await store.put(address, fresh.clone()).catch(() => {}); // it may be full
  return fresh;
}
