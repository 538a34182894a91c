// What the Python of the page of questions sends.
type AskedQuestion = Record<"slug" | "question" | "group" | "answer" | "source" | "see" | "address", string> & {
  forms: string[];
  page: string;
  where: Record<string, string>;
};
type QuestionsView = View<{ questions: AskedQuestion[] }>;
