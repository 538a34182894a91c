// What the Python of the page of questions sends.
type AskedQuestion = Record<"slug" | "question" | "group" | "answer" | "source" | "see" | "page" | "address", string> & {
  forms: string[];
  where: Record<string, string>;
};
type QuestionsView = View<{ questions: AskedQuestion[] }>;
