/** A calculation that has no result; the message is a sentence. */
export class CalculationError extends Error {
  override readonly name = 'CalculationError';
}

const tokenPattern = /\s*(?:(\d{1,300}(?:\.\d{1,300})?)|([-+*/^()]))/y;

function tokenize(expression: string): string[] | undefined {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < expression.trimEnd().length) {
    const [, number, sign] = tokenPattern.exec(expression) ?? [];
    const token = number ?? sign;
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}

/** Rounded to 12 significant digits, which hides floating-point errors. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

const operations: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '^': (left, right) => left ** right,
};

/**
 * The value of an expression of decimal numbers, + - * / ^ and parentheses; undefined for anything else.
 * @param onStep called with each operation, for example `2 + 3 = 5`
 * @throws {CalculationError} for division by zero and results that are not finite
 */
export function calculate(expression: string, onStep: (step: string) => void): number | undefined {
  const tokens = tokenize(expression);
  if (!tokens) return undefined;

  function take(...wanted: string[]): string | undefined {
    return wanted.includes(tokens?.[0] ?? '') ? tokens?.shift() : undefined;
  }

  function apply(left: number, sign: string, right: number): number {
    if (Number.isNaN(left + right)) return NaN;
    if (sign === '/' && right === 0) throw new CalculationError('Cannot divide by zero.');
    const result = operations[sign]?.(left, right) ?? NaN;
    if (!Number.isFinite(result)) throw new CalculationError('The result is not a finite number.');
    onStep(`${formatNumber(left)} ${sign} ${formatNumber(right)} = ${formatNumber(result)}`);
    return result;
  }

  function chain(read: () => number, ...signs: string[]): number {
    let value = read();
    for (let sign = take(...signs); sign !== undefined; sign = take(...signs))
      value = apply(value, sign, read());
    return value;
  }

  // Powers bind most closely, from the right, then signs, then * and /, then + and -.
  const sum = (): number => chain(product, '+', '-');
  const product = (): number => chain(signed, '*', '/');
  const signed = (): number => (take('-') ? -signed() : power());
  function power(): number {
    const base = operand();
    return take('^') ? apply(base, '^', signed()) : base;
  }
  function operand(): number {
    if (!take('(')) return /^\d/.test(tokens?.[0] ?? '') ? Number(tokens?.shift()) : NaN;
    const value = sum();
    return take(')') ? value : NaN;
  }

  const value = sum();
  return Number.isNaN(value) || tokens.length > 0 ? undefined : value;
}
