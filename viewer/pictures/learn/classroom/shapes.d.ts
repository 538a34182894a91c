// What the Python of a class sends: viewer/pictures/learn/classroom/teacher.py.
interface InvitationFacts {
  code: string;
  typed: string;
  link: string;
  own: string;
  warning: string;
  hint: string;
  rows: string[];
}
type InvitationView = View<InvitationFacts>;

interface BarsFacts {
  students: number;
  open: number;
  groups: { about: string; bars: { name: string; right: number; wrong: number | null; slip: string }[] }[];
}
type BarsView = View<BarsFacts>;

// `lines` are empty unless `asked`, the time of the click, is there.
interface AnswersFacts {
  file: string;
  asked: number | null;
  lines: (string | number)[][];
}
type AnswersView = View<AnswersFacts> & { asked?: number };
