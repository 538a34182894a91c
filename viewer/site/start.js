// Runs a page's modules from one packed file, which comes many times quicker than one after another; as they are where
// it doesn't come, or a security policy forbids that.

const facts = /** @type {HTMLElement} */ (document.getElementById("facts"));
fetch(JSON.parse(facts.textContent).packed)
  .then(({ body }) =>
    new Response(/** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream("gzip"))).blob(),
  )
  .then((script) => import(URL.createObjectURL(new Blob([script], { type: "text/javascript" }))))
  .catch(() => import("./site.js"));
