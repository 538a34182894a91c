// What several of these pages send: viewer/what_if/stretches.py.

interface Stretch {
  text: string;
  same: boolean;
}
