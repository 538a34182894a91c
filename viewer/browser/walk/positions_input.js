// Embedding + positions = input: three heat maps in one row, and the choice of a dimension.

const LIMIT = 3; // the strongest colour; embeddings have a spread of about 1
const UNIT = `value, up to ±${LIMIT}`;

function inputRow(view, place) {
  const head = partHead("What is added", "The same table for every sentence is added to the tokens' vectors; the sum is all that the first layer reads.");
  head.append(dimensionSlider(view));
  const line = element("div", "sum");
  const options = { scale: "signed", limit: LIMIT, unit: UNIT, columns: { title: "dimension", labels: null } };
  const link = (own) => (row, column) => {
    const mark = row === null ? { row: view.focus.token, column: view.dimension } : { row, column };
    Object.entries(view.input).forEach(([name, picture]) => name !== own && picture.mark(mark));
  };
  const shared = (name) => ({ ...options, point: link(name), pick: (row, column) => pickCell(view, row, column) });
  view.input = {
    embedding: matrix({ ...shared("embedding"), name: "Embedding", rows: { title: "token", labels: [] } }),
    positions: matrix({ ...shared("positions"), name: "Positions", rows: { title: "position", labels: null } }),
    input: matrix({ ...shared("input"), name: "Input", rows: { title: "position", labels: null } }),
  };
  line.append(view.input.embedding.element, element("span", "sign", "+"), view.input.positions.element, element("span", "sign", "="), view.input.input.element);
  place.append(head, line, roomNote(view));
}

// What training has made of the embeddings where the positions differ most.
function roomNote(view) {
  const { dimensions, fast, slow } = view.facts.room;
  if (!view.facts.sinusoidal || fast > 0.8 * slow) return "";
  return element(
    "p",
    "note room",
    `Training has left room for the positions: in the first ${dimensions} dimensions, whose waves are shorter than ${view.positionCount} positions, ` +
      `the embeddings' mean size is ${short(fast)}, in the others ${short(slow)} (a token counts as often as it was met in training).`,
  );
}

function pickCell(view, row, column) {
  view.dimension = column;
  view.set(row < sideTokens(view).length ? { token: row } : {});
}

function dimensionSlider(view) {
  const label = element("label", "slide dimension");
  const slider = element("input");
  Object.assign(slider, { type: "range", min: 0, max: view.sizes.D - 1, step: 1 });
  slider.setAttribute("aria-label", "Dimension");
  slider.addEventListener("input", () => {
    view.dimension = Number(slider.value);
    view.set({});
  });
  label.append(element("span", "", "Dimension"), slider, element("output", "mono"));
  view.dimensionSlider = label;
  return label;
}

function drawInput(view) {
  const side = sideOf(view);
  const tokens = sideTokens(view);
  const letter = side === "encoder" ? "S" : "T";
  const height = tokens.length > 16 ? Math.max(12, Math.floor(320 / tokens.length)) : 20;
  const changes = { height, shape: `${letter} × D = ${tokens.length} × ${view.sizes.D}` };
  const mark = { row: view.focus.token, column: view.dimension };
  for (const [name, picture] of Object.entries(view.input)) {
    const rows = name === "embedding" ? { rows: { title: "token", labels: tokens.map(({ text: face }) => face) } } : {};
    picture.draw(part(view.tensors[`${side}.${name}`]), mark, { ...changes, ...rows });
  }
  const [slider, output] = [view.dimensionSlider.querySelector("input"), view.dimensionSlider.querySelector("output")];
  slider.value = view.dimension;
  output.textContent = `${view.dimension} of 0 to ${view.sizes.D - 1}`;
  slider.setAttribute("aria-valuetext", `${view.dimension}, ${waveName(view, view.dimension)}`);
}

// ---- what the other parts share

function sideOf(view) {
  return KINDS[view.focus.kind].stack;
}

function sideTokens(view) {
  return view.tokens[KINDS[view.focus.kind].rows];
}

function partHead(title, story = "") {
  const head = element("header", "part-head");
  const words = element("div");
  words.append(element("h3", "", title), element("p", "hint", story));
  head.append(words);
  return head;
}

// Positions until the wave repeats.
function wavelength(view, base, dimension) {
  return 2 * Math.PI * base ** (evenOf(dimension) / view.sizes.D);
}

function evenOf(dimension) {
  return dimension - (dimension % 2);
}

function waveName(view, dimension) {
  return `${dimension % 2 ? "cosine" : "sine"}, ${spaced(wavelength(view, chosenBase(view), dimension))} positions`;
}

// Large numbers in words on the page: 57,100.
function spaced(value) {
  return value < 1000 ? short(value) : Number(value.toPrecision(3)).toLocaleString("en-US");
}
