// A section that is computed once it is seen: tells the server when it first has room on the screen.

import { element } from "../widgets/elements.js";
import { mountOnData } from "../widgets/mount.js";

export default mountOnData((view) => {
  view.root.replaceChildren(element("p", "hint", "This is being computed …"));
  const watched = new ResizeObserver(() => {
    if (!view.root.checkVisibility()) return;
    watched.disconnect();
    view.trigger("seen", true);
  });
  watched.observe(view.root);
  return () => watched.disconnect();
});
