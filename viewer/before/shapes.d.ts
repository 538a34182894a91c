// What the pages before the Transformer send: viewer/before/.

// Lines of Python next to a picture: viewer/before/snippet.py.
interface PythonLines {
  title: string;
  code: string;
}
