// @ts-nocheck: the globals of a service worker are not those of a page.
// The site without a network: pages, code and each page's first sentence are kept at the first visit, all else when it
// is first seen. Every version of the site has a store of its own, filled past the browser's cache, which can still
// have files of the version before. The engine keeps the model's weights itself.

const STORE = "glassformer-site-⟨version⟩";
const FILES = "⟨files⟩";
const FRESH = { cache: "no-cache" };

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const files = FILES.map((file) => new Request(file, FRESH));
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(files)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([
      self.clients.claim(),
      caches
        .keys()
        .then((names) =>
          Promise.all(
            names
              .filter((name) => name.startsWith("glassformer-site-") && name !== STORE)
              .map((name) => caches.delete(name)),
          ),
        ),
    ]),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || request.url.includes("/weights-")) return;
  event.respondWith(answer(request));
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
