// How a class comes in: its code, its link, and the link as a QR code. The teacher's own link is copied unseen.

import { copyButton } from "../../../widgets/copy_button.js";
import { element, vector } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import "./classroom.css";

const QUIET = 4; // modules around a QR code that stay empty

export default mountOnData((/** @type {InvitationView} */ view, { facts }) => {
  const { code, typed, link, own, warning, hint, rows } = facts;
  const ownLink = () => new URL(own, window.location.href).href;
  view.root.replaceChildren(
    element(
      "div",
      "invitation flow centred",
      qrCode(rows),
      element(
        "div",
        "way-in stack",
        element("p", "", "Scan the code, or open ", element("b", "address", typed), " and type"),
        element("p", "code", code),
        warning && element("p", "warning", { role: "alert" }, warning),
        hint && element("p", "hint", hint),
        element(
          "div",
          "copies flow",
          buildCopyRow("Link for the class", copyButton(link, "Copy the link for the class")),
          buildCopyRow(
            "Your own link, to see the answers on another computer: keep it secret",
            copyButton(ownLink, "Copy your own link"),
          ),
        ),
      ),
    ),
  );
});

function buildCopyRow(words, button) {
  return element("div", "row quiet", element("span", "", words), button);
}

/** @param {string[]} rows  of 0 and 1 */
function qrCode(rows) {
  const size = rows.length + 2 * QUIET;
  const squares = rows.flatMap((row, y) =>
    [...row].map((dark, x) => (dark === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")),
  );
  return vector(
    "svg",
    "qr",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "QR code of the class’s link" },
    vector("rect", "paper", { width: size, height: size }),
    vector("path", "ink", { d: squares.join("") }),
  );
}
