// Runs a page's modules from one packed file, which comes many times quicker than one after another; as they are where
// it doesn't come, or a security policy forbids that.

fetch(JSON.parse(/** @type {HTMLElement} */ (document.getElementById("facts")).textContent).packed)
  .then(({ body }) => /** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream("gzip")))
  .then((script) => new Response(script).blob())
  .then((script) => import(URL.createObjectURL(new Blob([script], { type: "text/javascript" }))))
  .catch(() => import("./site.js"));
