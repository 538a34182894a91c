// Small parts that components share; every text is put in with textContent.

const MINUS = "\u2212";

const ICONS = {
  fork: ["M12 22v-8", "M12 14C12 9 5 10 5 3", "M12 14c0-5 7-4 7-11"],
  agree: ["M4 13l5 5L20 6"],
  good: ["M4 13l5 5L20 6"],
  careful: ["M12 3 22 20H2Z", "M12 10v4", "M12 17v.01"],
  poor: ["M5 5l14 14", "M19 5 5 19"],
};

function choice(name, options, chosen, pick) {
  const group = element("div", "choice");
  const row = element("span", "options");
  row.setAttribute("role", "radiogroup");
  row.setAttribute("aria-label", name);
  const buttons = options.map(([label, value]) => {
    const button = element("button", "", label);
    button.type = "button";
    button.setAttribute("role", "radio");
    button.addEventListener("click", () => {
      mark(value);
      pick(value);
    });
    button.addEventListener("keydown", (event) => {
      const move = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (!move) return;
      event.preventDefault();
      const next = buttons[(buttons.indexOf(button) + move + buttons.length) % buttons.length];
      next.focus();
      next.click();
    });
    return button;
  });
  const mark = (value) =>
    buttons.forEach((button, index) => {
      button.setAttribute("aria-checked", String(options[index][1] === value));
      button.tabIndex = options[index][1] === value ? 0 : -1;
    });
  mark(chosen);
  row.append(...buttons);
  if (name) group.append(element("span", "", name));
  group.append(row);
  return group;
}

function copyButton(text, label = "Copy this translation") {
  const button = element("button", "copy", "Copy");
  button.type = "button";
  button.setAttribute("aria-label", label);
  button.addEventListener("click", async () => {
    button.textContent = (await copied(typeof text === "function" ? text() : text)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => (button.textContent = "Copy"), 1600);
  });
  return button;
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea"); // where the clipboard is closed to scripts
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

function chipOf(tag, { text, joined, special }, next) {
  const chip = element(tag, "chip");
  chip.classList.toggle("joined", joined);
  chip.classList.toggle("special", special);
  chip.classList.toggle("continued", Boolean(next?.joined));
  const face = element("span", "face", text);
  face.dir = "auto";
  chip.append(face);
  return chip;
}

function numbers(count) {
  return [...Array(count).keys()].map((index) => [String(index + 1), index]);
}

function signed(value, digits) {
  return (value < 0 ? MINUS : "") + Math.abs(value).toFixed(digits);
}

function icon(name) {
  const svg = vector("svg", "");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  for (const drawn of ICONS[name]) {
    const path = vector("path", "");
    path.setAttribute("d", drawn);
    svg.append(path);
  }
  return svg;
}

function vector(tag, names) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  if (names) made.setAttribute("class", names);
  return made;
}

function element(tag, names = "", text = null) {
  const made = document.createElement(tag);
  if (names) made.className = names;
  if (text !== null) made.textContent = text;
  return made;
}
