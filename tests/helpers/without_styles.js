// A module brings its style sheet, which Node cannot read: here it is empty.

import { registerHooks } from "node:module";

registerHooks({
  load: (url, context, next) =>
    url.endsWith(".css") ? { format: "module", source: "", shortCircuit: true } : next(url, context),
});
