const LABEL = 'Access token: ';

/** What was typed so far, and where in it the next character goes; Node's `readline.Interface` is one. */
interface Typed {
  readonly line: string;
  /** In UTF-16 units. */
  readonly cursor: number;
}

/**
 * Writes the label and an asterisk for each character over the line that the cursor stands on, and puts the cursor where
 * the next character goes. Only that line is touched; what is longer than it shows its end.
 * @param columns cells in a line
 */
export function maskedLine({ line, cursor }: Typed, columns: number): string {
  const whole = LABEL + '*'.repeat([...line].length);
  // In the last cell of a line terminals differ in where the cursor goes next.
  const shown = whole.slice(-Math.max(1, columns - 1));
  const behind = [...line.slice(cursor)].length;
  const column = Math.max(1, shown.length - behind + 1);
  return `\r${shown}\u001b[K\u001b[${column}G`;
}
