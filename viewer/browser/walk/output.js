// Decoder and output: what goes in and what is compared, the next token, the lens, all at once against one by one.
//
// `view.next` holds what is chosen on this page alone: { temperature, candidate, pointed, position }.

export default walkthrough({
  focus: { kind: false, layer: false, head: false, token: true, kinds: ["decoder", "cross"] },

  first: () => ({ kind: "decoder", token: 1 }),

  build(view, place) {
    view.next = { temperature: view.next?.temperature ?? 1, candidate: null, pointed: null, position: null };
    view.lens = { level: view.facts.streams.length - 1, pointed: null };
    const further = element("div", "further");
    view.root.append(further);
    view.pictures = [
      shiftPicture(view, place),
      nextPicture(view, place),
      lensPicture(view, further),
      stepsPicture(view, further),
    ];
    further.append(parametersPicture(view));
  },

  update(view) {
    const position = positionInFocus(view);
    if (view.next.position !== position) Object.assign(view.next, { position, candidate: null, pointed: null });
    Object.assign(view.extra, { temperature: view.next.temperature.toFixed(2), level: view.lens.level });
    for (const picture of view.pictures) picture.show(position);
  },

  equation: nextEquation,
});

// The decoder's position; on the way to a page of the encoder the focus may already be one of the source's.
function positionInFocus({ focus, sizes }) {
  return Math.min(focus.token, sizes.T - 1);
}

function pieceOf(view, id) {
  return view.facts.pieces[id];
}

function pieceChip(view, id) {
  return chipOf("span", pieceOf(view, id));
}

function quoted(view, id) {
  return `“${pieceOf(view, id).text}”`;
}

// What the decoder has read at a position, as one text; its beginning is left out where it is long.
function readSoFar(view, position, most = 60) {
  let read = "";
  for (let at = position; at >= 0; at -= 1) {
    const chip = view.tokens.target[at];
    if (read && read.length + chip.text.length > most) return `…${read}`;
    read = (at && !chip.joined ? " " : "") + chip.text + read;
  }
  return read;
}

function titled(title, shape, words) {
  const section = element("section", "part");
  const header = element("header");
  header.append(element("h3", "", title), element("span", "shape", shape), element("p", "hint", words));
  section.append(header);
  return section;
}

// Room for the longest token, within reason, and so much around it.
function columnWidth(view, around) {
  const longest = Math.max(...[...view.tokens.target, ...view.tokens.output].map(({ text: word }) => word.length));
  return around + 7.6 * Math.min(Math.max(longest, 4), 10);
}

// Columns side by side, one a position, in as many bands as the width needs; each band begins with the rows' names.
function bandsOf({ count, least, leads, column, arranged }) {
  const box = element("div", "bands");
  const columns = [...Array(count).keys()].map(column);
  let across = 0;
  const arrange = () => {
    const lead = box.firstChild?.firstChild?.offsetWidth ?? 0;
    const room = box.clientWidth - (lead || 130);
    if (room <= 0) return;
    const most = Math.max(1, Math.floor(room / least));
    const wanted = Math.ceil(count / Math.ceil(count / most));
    if (wanted !== across) {
      across = wanted;
      const bands = [];
      for (let from = 0; from < count; from += across) bands.push(bandOf(leads(), columns.slice(from, from + across), across));
      box.replaceChildren(...bands);
    }
    arranged?.(box);
  };
  new ResizeObserver(arrange).observe(box);
  return { box, columns };
}

function bandOf(lead, columns, across) {
  const band = element("div", "band");
  band.style.setProperty("--across", across);
  lead.classList.add("leads");
  band.append(lead, ...columns);
  return band;
}
