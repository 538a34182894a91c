// Attention through training: one place in a recorded run ties losses, a translation and an attention map together.
// Everything was recorded; every choice is made here, without the server.
//
// `view.step` is the number of the checkpoint, `view.number` of the sentence, `view.row` of the position in focus.

const ATTENTIONS = [["cross", "cross"], ["encoder self", "encoder"], ["decoder self", "decoder"]];
const learnings = new WeakMap();

export default function learningRunComponent({ data, parentElement }) {
  const root = parentElement.querySelector(".walk");
  const view = learnings.get(root) ?? { root };
  learnings.set(root, view);
  if (view.received === data) return;
  view.received = data;
  Object.assign(view, unpack(data));
  view.length = view.facts.steps.length;
  readPlace(view);
  view.go = (step) => {
    view.step = step;
    showCheckpoint(view);
  };
  root.onkeydown = (event) => playerKeys(view, event);
  startRun(view);
}

function startRun(view) {
  const { facts } = view;
  const bar = element("div", "sentence-choice");
  bar.append(
    choice("Sentence", facts.sentences.map(({ source }, number) => [source, number]), view.number, (number) => {
      Object.assign(view, { number, row: null, ...aligner(facts.sentences[number], view.kind) });
      startRun(view);
      view.root.querySelector(".sentence-choice [aria-checked=true]").focus();
    }),
  );
  const scene = element("div", "learning-scene");
  const left = element("div", "learning-story");
  left.append(lossBox(view), saidBox(view), changesBox(view));
  scene.append(left, attentionBox(view));
  view.root.replaceChildren(bar, playerBar(view), scene, forcingBox(view), historyBox(view));
  view.slider.setAttribute("aria-label", "Checkpoint");
  showCheckpoint(view);
}

const sentenceOf = (view) => view.facts.sentences[view.number];

// The cross-attention opens with the head that ends up aligning most firmly; elsewhere the first head does.
function aligner({ sharpest }, kind) {
  return kind === "cross" ? { layer: sharpest[0], head: sharpest[1] } : { layer: 0, head: 0 };
}

// ---- the place in the address: seen=sentence.checkpoint.kind.layer.head, all counted from 0

function readPlace(view) {
  const { facts, tensors } = view;
  const [number, step, kind, layer, head] = keptPlace("seen").split(".");
  const within = (text, count, otherwise) => (/^\d{1,6}$/.test(text ?? "") ? Math.min(Number(text), count - 1) : otherwise);
  view.number = within(number, facts.sentences.length, 0);
  view.step = within(step, view.length, view.length - 1);
  view.kind = ATTENTIONS.some(([, each]) => each === kind) ? kind : "cross";
  const [, layers, heads] = tensors[`${view.number}.${view.kind}`].shape;
  const opens = aligner(sentenceOf(view), view.kind);
  view.layer = within(layer, layers, opens.layer);
  view.head = head === "mean" ? null : within(head, heads, opens.head);
  view.row = null;
}

function writePlace({ number, step, kind, layer, head }) {
  keepPlace("seen", [number, step, kind, layer, head ?? "mean"].join("."));
}

// ---- what the checkpoint in focus changes

function showCheckpoint(view) {
  const { facts, step, length } = view;
  markPlayer(view, `checkpoint ${step + 1} of ${length} · ${updatesOf(facts.steps[step])}`);
  view.losses.cursor(facts.steps[step]);
  showSaid(view);
  showChanges(view);
  showAttention(view);
  showForcing(view);
  markHistory(view);
  writePlace(view);
}

const updatesOf = (step) => (step ? `after ${step.toLocaleString("en")} updates` : "before training");

// ---- the losses

function lossBox(view) {
  const { facts, tensors } = view;
  const losses = [...tensors["log.loss"].data];
  const nearest = (x) => facts.steps.reduce((best, each, index) => (Math.abs(Math.sqrt(each) - Math.sqrt(x)) < Math.abs(Math.sqrt(facts.steps[best]) - Math.sqrt(x)) ? index : best), 0);
  view.losses = lineChart({
    name: "How the loss fell",
    height: 218,
    x: { title: "update (denser at the start: the scale is the square root)", scale: "root", from: 0, to: facts.steps.at(-1) },
    y: { title: "nats per token", scale: "linear", from: 0 },
    pick: (x) => jump(view, nearest(x)),
  });
  requestAnimationFrame(() => view.losses.cursor(facts.steps[view.step]));
  view.losses.draw([
    { name: "training (smoothed labels)", points: losses.map((loss, index) => [index + 1, loss]), look: "pale thin" },
    { name: `held-out pairs, ${facts.run.validation_pairs} of them`, points: facts.steps.map((step, index) => [step, facts.validation[index]]), look: "orange", dots: true },
  ]);
  return view.losses.element;
}

// ---- the translation, and what is new in it

function saidBox(view) {
  const box = element("section", "said");
  view.said = element("p", "french");
  view.said.lang = "fr";
  view.saidNote = element("p", "hint");
  box.append(element("h3", "", "Its translation at this checkpoint"), view.said, view.saidNote);
  return box;
}

function showSaid(view) {
  const { translations, target } = sentenceOf(view);
  const said = translations[view.step];
  view.said.textContent = said || "(nothing)";
  view.said.title = said;
  view.saidNote.textContent = said === target ? "Word for word the translation that it is measured against." : `Measured against: ${target}`;
}

function changesBox(view) {
  const box = element("section", "changes");
  view.changesTitle = element("h3");
  view.changes = element("ul");
  box.append(view.changesTitle, view.changes);
  return box;
}

function showChanges(view) {
  const { facts, step } = view;
  view.changesTitle.textContent = step ? `What changed since checkpoint ${step}` : "Where it begins";
  view.changes.replaceChildren(...(step ? changesAt(view) : beginning(view)).map((words) => element("li", "", words)));
  view.changes.append(...Array.from({ length: Math.max(0, 4 - view.changes.childElementCount) }, () => element("li", "empty", "\u00a0")));
}

function beginning(view) {
  const even = Math.log(view.facts.run.model.vocabulary_size);
  return [
    `Held-out loss ${short(view.facts.validation[0])}; guessing evenly would cost ln V = ln ${view.facts.run.model.vocabulary_size.toLocaleString("en")} = ${short(even)} nats.`,
    "The weights are random: attention is spread almost evenly, and the translation is noise.",
  ];
}

function changesAt(view) {
  const { facts, step } = view;
  const { translations, output } = sentenceOf(view);
  const [before, now] = [translations[step - 1], translations[step]];
  const wordsOf = (text) => [...new Set(text.match(/[\p{L}\p{N}'’-]+/gu))];
  const only = (text, other) => wordsOf(text).filter((word) => !wordsOf(other).includes(word)).map((word) => `“${word}”`);
  const listed = (words) => `${words.slice(0, 5).join(" ")}${words.length > 5 ? ` and ${words.length - 5} more` : ""}`;
  const [came, went] = [only(now, before), only(before, now)];
  const losses = [step - 1, step].map((each) => part(view.tensors[`${view.number}.losses`], each));
  const falls = output.map((_, index) => losses[0][index] - losses[1][index]);
  const most = falls.indexOf(Math.max(...falls));
  const said = now === before ? "The translation is the same." : [came.length && `New: ${listed(came)}.`, went.length && `Gone: ${listed(went)}.`].filter(Boolean).join(" ") || "The same words in another order or number.";
  const moved = mostMoved(view);
  return [
    `Held-out loss ${short(facts.validation[step - 1])} → ${short(facts.validation[step])}.`,
    said,
    falls[most] > 0 ? `Best learned here: to say “${output[most].text}”, loss ${short(losses[0][most])} → ${short(losses[1][most])}.` : "No position of this sentence became easier.",
    `Of this attention, head ${moved.head + 1} of layer ${moved.layer + 1} moved most: ${short(100 * moved.share)} % of its weight went elsewhere.`,
  ];
}

// The head whose rows moved most weight since the checkpoint before: half the sum of the differences is what moved.
function mostMoved(view) {
  const tensor = view.tensors[`${view.number}.${view.kind}`];
  const [, layers, heads, rows] = tensor.shape;
  let best = { share: -1 };
  for (let layer = 0; layer < layers; layer += 1) {
    for (let head = 0; head < heads; head += 1) {
      const [before, now] = [view.step - 1, view.step].map((step) => part(tensor, step, layer, head).data);
      const share = now.reduce((sum, weight, index) => sum + Math.abs(weight - before[index]), 0) / 2 / rows;
      if (share > best.share) best = { layer, head, share };
    }
  }
  return best;
}

// ---- every translation, one a line

function historyBox(view) {
  const box = element("section", "history");
  const list = element("ol");
  view.lines = sentenceOf(view).translations.map((said, index) => {
    const item = element("li");
    const button = element("button", "line-button");
    button.type = "button";
    button.append(element("span", "mono", view.facts.steps[index].toLocaleString("en")), element("span", "text", said || "(nothing)"));
    button.title = said;
    button.addEventListener("click", () => jump(view, index));
    item.append(button);
    list.append(item);
    return button;
  });
  box.append(element("h3", "", "From noise to French: the translation after so many updates"), list);
  return box;
}

function markHistory(view) {
  view.lines.forEach((line, index) => {
    if (index === view.step) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  });
}
