// What the Python of the page for teachers sends.
interface LessonPart {
  minutes: number;
  title: string;
  goal: string;
  act: string;
  question: string;
  answer: string;
  page: string;
  sentence: string;
  focus: string;
  depth: string;
  beat: number;
  needs: string;
  mistake: string;
  address: string;
  projector: string;
  shows: string;
}
interface TeachFacts {
  plans: Record<string, LessonPart[]>;
  exercises: string;
  alone?: boolean; // there is no server
}
type TeachView = View<TeachFacts>;
