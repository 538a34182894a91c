// What the glossary's Python sends.
interface GlossaryFacts {
  words: (GlossaryWord & { title: string })[];
  basic: string[]; // slugs
  questions: AskedQuestion[];
}
type GlossaryView = View<GlossaryFacts>;
