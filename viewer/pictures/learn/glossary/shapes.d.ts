// What the glossary's Python sends.
interface GlossaryFacts {
  words: (GlossaryWord & { title: string })[];
  questions: AskedQuestion[];
}
type GlossaryView = View<GlossaryFacts>;
