export default walkthrough({
  focus: { kind: true, layer: true, head: "one", token: true },

  build(view, place) {
    const labels = (name) => view.tokens[name].map(({ text }) => text);
    view.picture = matrix({
      name: "Attention weights",
      rows: { title: "query", labels: labels("source"), meaning: "query" },
      columns: { title: "key", labels: labels("source"), meaning: "key" },
      scale: "weights",
      pick: (row, column) => {
        view.key = column;
        view.set({ token: row });
      },
    });
    view.labels = labels;
    place.append(view.picture.element);
  },

  update(view) {
    const { kind, layer, head, token } = view.focus;
    const { rows, columns } = KINDS[kind];
    view.key = Math.min(view.key ?? 0, view.tokens[columns].length - 1);
    view.picture.draw(part(view.tensors[`${kind}.weights`], layer, head ?? 0), { row: token, column: view.key }, {
      rows: { title: "query", labels: view.labels(rows), meaning: "query" },
      columns: { title: "key", labels: view.labels(columns), meaning: "key" },
      shape: `${view.tokens[rows].length} × ${view.tokens[columns].length}`,
    });
  },

  equation(view) {
    const { kind, layer, head, token } = view.focus;
    const weights = part(view.tensors[`${kind}.weights`], layer, head ?? 0);
    const weight = weights.data[token * weights.columns + view.key];
    const d = sub(ident("d"), "k");
    return {
      general: [equation(sub(ident("a"), "ij"), op("="), text("softmax"), op("("), fraction(row(ident("q", "query"), op("·"), ident("k", "key")), root(d)), op(")"))],
      filled: [equation(sub(ident("a"), "ij"), op("="), num(weight))],
      words: "The weight of the key that is marked.",
    };
  },
});
