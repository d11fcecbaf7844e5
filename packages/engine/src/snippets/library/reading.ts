/** A card's entries by name; none where it holds something else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The texts of a card's list; none where it holds something else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

/** Whether a card's value is a text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** A card's value where it can stand as a name in code. */
export function nameOf(value: unknown): string | undefined {
  return isText(value) && isPythonName(value) ? value : undefined;
}

/** Whether a text can stand in Python as the name of a class or a module. */
export function isPythonName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && !keywords.has(text);
}

/** https://docs.python.org/3/reference/lexical_analysis.html#keywords */
const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
