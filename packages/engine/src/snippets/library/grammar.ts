/** Languages of the code for libraries, by the names that highlighters know. */
export type LibraryGrammar = 'python' | 'bash' | 'javascript' | 'csharp';

/** Libraries of other languages than Python. */
const grammars: Readonly<Record<string, LibraryGrammar>> = {
  'transformers.js': 'javascript',
  'unity-sentis': 'csharp',
};

/** How a line of Python begins in the templates: an import, an assignment or a call. Commands begin otherwise. */
const python = /^(?:from |import |[\w.]+ = |[\w.]+\()/;

/** The language of a piece of code, which its library's template does not tell. */
export function grammarOf(library: string, code: string): LibraryGrammar {
  const known = grammars[library];
  if (known) return known;
  const first = code.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  return first === undefined || python.test(first) ? 'python' : 'bash';
}
