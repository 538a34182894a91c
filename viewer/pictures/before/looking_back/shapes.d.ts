// What viewer/pictures/before/looking_back/ sends.

interface LookingBackFacts {
  language: string;
  text: string;
  here: LookingSide;
  there: LookingSide;
  snippet: PythonLines;
}

interface LookingSide {
  name: string;
  perToken: number;
  source: Chip[];
  target: Chip[];
}

// Energies and weights (T, S).
type LookingBackTensor = "energies" | "here" | "there";
type LookingBackView = View<LookingBackFacts, LookingBackTensor> & { cell: Cell };

interface Cell {
  row: number;
  column: number;
}
