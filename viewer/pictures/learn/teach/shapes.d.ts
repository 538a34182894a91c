// What the Python of the page for teachers sends.
type LessonPart = Part & Record<"address" | "projector" | "shows", string>;
interface TeachFacts {
  plans: Record<string, LessonPart[]>;
  exercises: string;
  alone?: boolean; // there is no server
}
type TeachView = View<TeachFacts>;
