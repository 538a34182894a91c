// What the page of exercises sends: viewer/pictures/learn/exercises/report.py.

interface ShareFacts {
  sentence: string;
  translation: string;
  language: string;
  model: string;
  fingerprint: string;
  grade: string;
  answers: {
    title: string;
    question: string;
    given: string[];
    written: string;
    right: boolean;
    solution: string;
    told: string;
  }[];
}

type ShareView = View<ShareFacts>;
