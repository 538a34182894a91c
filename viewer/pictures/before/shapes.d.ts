// What the pages before the Transformer send: viewer/pictures/before/.

// Lines of Python next to a picture: viewer/pictures/before/snippet.py.
interface PythonLines {
  title: string;
  code: string;
}
