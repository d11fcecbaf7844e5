const precedence: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 3 };

const operations: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '^': (left, right) => left ** right,
};

/** Rounded to 12 significant digits, which hides floating-point errors. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/**
 * The value of an expression of decimal numbers, + - * / ^ and parentheses, by precedence climbing; undefined for anything
 * else.
 * @param onStep called with each operation, for example `2 + 3 = 5`
 */
export function calculate(expression: string, onStep: (step: string) => void): number | undefined {
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*/^()]/g) ?? [];

  function operand(): number {
    const token = tokens.shift();
    if (token === '-') return -sequence(3);
    if (token !== '(') return Number(token);
    const value = sequence(1);
    return tokens.shift() === ')' ? value : NaN;
  }

  /** Operations of at least the given precedence. Powers are calculated from the right. */
  function sequence(min: number): number {
    let value = operand();
    for (let sign = tokens[0] ?? ''; (precedence[sign] ?? 0) >= min; sign = tokens[0] ?? '') {
      tokens.shift();
      const [left, right] = [value, sequence((precedence[sign] ?? 0) + (sign === '^' ? 0 : 1))];
      value = operations[sign]?.(left, right) ?? NaN;
      onStep(`${formatNumber(left)} ${sign} ${formatNumber(right)} = ${formatNumber(value)}`);
    }
    return value;
  }

  const value = sequence(1);
  return Number.isNaN(value) || tokens.length > 0 ? undefined : value;
}
