// What the Python of the page for teachers sends.
type LinkedPart = LessonPart & Record<"address" | "projector" | "shows", string>;
interface TeachFacts {
  plans: Record<string, LinkedPart[]>;
  about: Record<string, string>;
}
type TeachView = View<TeachFacts>;
