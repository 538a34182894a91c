// What the Python of the page of questions sends.
interface AskedQuestion {
  slug: string;
  question: string;
  group: string;
  forms: string[];
  answer: string;
  source: string;
  see: string;
  address: string;
}
interface QuestionsFacts {
  questions: AskedQuestion[];
}
type QuestionsView = View<QuestionsFacts>;
