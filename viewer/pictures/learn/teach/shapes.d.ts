// What the Python of the page for teachers sends.
type LessonPart = Part & Record<"address" | "projector" | "shows", string>;
interface TeachFacts {
  plans: Record<string, LessonPart[]>;
  about: Record<string, string>;
}
type TeachView = View<TeachFacts>;
