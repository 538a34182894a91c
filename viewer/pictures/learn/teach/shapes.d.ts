// What the Python of the page for teachers sends.
type LinkedPart = LessonPart & Record<"address" | "projector" | "shows", string>;
interface TeachFacts {
  plans: Record<string, LinkedPart[]>;
}
type TeachView = View<TeachFacts>;
