// The lines that repeat an edit for sentences of one's own: both translations, and whether they differ. `sentences` and
// `edit` are Python, which may use `sentence`, after the lines `begin`.
/** @param {{ model: string, sentences: string, edit: string, begin?: string }} told */
export const editCode = ({ model, sentences, edit, begin = "" }) => `import transformer
${begin}
model = transformer.load(${JSON.stringify(model)})
sentences = ${sentences}  # add your own
result = {}
for sentence in sentences:
    edit = ${edit}
    both = [model.decode(sentence, transformer.Greedy(), edit=each).text for each in (None, edit)]
    result[sentence] = both, both[0] != both[1]
`;
