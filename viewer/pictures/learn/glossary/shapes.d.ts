// What the glossary's Python sends.
interface GlossaryFacts {
  words: (GlossaryWord & { title: string })[];
}
type GlossaryView = View<GlossaryFacts>;
