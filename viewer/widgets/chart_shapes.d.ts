// What viewer/widgets/tables.py sends: cells as they are written, and as they are.
interface TableFacts {
  name: string;
  headings: string[];
  rows: string[][];
  numbers: (string | number)[][];
  looks: ("mono" | "")[];
}
