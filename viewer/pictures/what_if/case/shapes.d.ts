// What the page of cases keeps, and what its picture is made of.

interface CaseSent extends CaseModel {
  engine: EngineOffer | null;
  voting: boolean; // whether a class does
  passages: CaseMade[];
}

interface CaseShown {
  case: CaseFacts;
  passage: CasePassage;
  weights: Tensor; // (changes, layers, H, S); empty where there is no choice
  beat: number;
  hasTurned: boolean; // whether the wheel was turned in this beat
  guess?: number; // what was guessed of the riddle
  votes?: boolean; // whether a class votes on what comes next
  isTold: boolean; // whether the riddle’s doors may show what they are worth
  change: number; // which of the passage's changes is shown
  reads: string;
  writes: string;
  room: import("../../../widgets/marks/marks.js").Room;
}

interface CaseView extends View<CaseSent, string> {
  [own: string]: any;
}
