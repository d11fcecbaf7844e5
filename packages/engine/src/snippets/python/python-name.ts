/** https://docs.python.org/3/reference/lexical_analysis.html#keywords, and the one name that nothing may be given. */
const taken = new Set(
  (
    'False None True __debug__ and as assert async await break class continue def del elif else except finally for ' +
    'from global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Whether a text can stand in Python as the name of an argument, a class or a module. */
export function isPythonName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && !taken.has(text);
}
