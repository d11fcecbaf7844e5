import { ArithmeticError, formatExactly, parseDecimal, type Rational, rational } from './rational.ts';

const deepestNesting = 50;
const highestPower = 1000n;

function add(left: Rational, right: Rational, sign: 1n | -1n): Rational {
  const numerator = left.numerator * right.denominator + sign * right.numerator * left.denominator;
  return rational(numerator, left.denominator * right.denominator);
}

function power(base: Rational, exponent: Rational): Rational {
  const times = exponent.numerator;
  if (exponent.denominator !== 1n || times > highestPower || times < -highestPower) {
    throw new ArithmeticError('I only raise to whole powers from -1000 to 1000.');
  }
  const positive = times < 0n ? rational(base.denominator, base.numerator) : base;
  let result = rational(1n);
  for (let count = 0n; count < (times < 0n ? -times : times); count += 1n) {
    result = rational(result.numerator * positive.numerator, result.denominator * positive.denominator);
  }
  return result;
}

type OnStep = (step: string) => void;

/** Reads an expression from left to right; each method takes what it reads off `rest`. */
class ExpressionReader {
  private rest: string;
  private depth = 0;
  private readonly onStep: OnStep;

  constructor(expression: string, onStep: OnStep) {
    this.rest = expression.replaceAll(/\s/g, '');
    this.onStep = onStep;
  }

  private step(left: Rational, sign: string, right: Rational, result: Rational): Rational {
    this.onStep(`${formatExactly(left)} ${sign} ${formatExactly(right)} = ${formatExactly(result)}`);
    return result;
  }

  private take(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.rest)?.[0];
    if (found !== undefined) this.rest = this.rest.slice(found.length);
    return found;
  }

  whole(): Rational | undefined {
    const value = this.sum();
    return this.rest === '' ? value : undefined;
  }

  private sum(): Rational | undefined {
    let value = this.product();
    for (let sign = this.take(/^[+-]/); value && sign; sign = this.take(/^[+-]/)) {
      const next = this.product();
      value = next && this.step(value, sign, next, add(value, next, sign === '+' ? 1n : -1n));
    }
    return value;
  }

  private product(): Rational | undefined {
    let value = this.signed();
    for (let sign = this.take(/^[*/]/); value && sign; sign = this.take(/^[*/]/)) {
      const next = this.signed();
      if (!next) return undefined;
      const result =
        sign === '*'
          ? rational(value.numerator * next.numerator, value.denominator * next.denominator)
          : rational(value.numerator * next.denominator, value.denominator * next.numerator);
      value = this.step(value, sign, next, result);
    }
    return value;
  }

  private signed(): Rational | undefined {
    const signs = this.take(/^[+-]{1,10}/) ?? '';
    const value = this.raised();
    return (
      value &&
      rational(
        signs.replaceAll('+', '').length % 2 === 1 ? -value.numerator : value.numerator,
        value.denominator,
      )
    );
  }

  private raised(): Rational | undefined {
    const base = this.atom();
    if (!base || !this.take(/^\^/)) return base;
    this.depth += 1;
    const exponent = this.depth > deepestNesting ? undefined : this.signed();
    this.depth -= 1;
    return exponent && this.step(base, '^', exponent, power(base, exponent));
  }

  private atom(): Rational | undefined {
    const digits = this.take(/^(?:\d{1,400}(?:\.\d{1,30})?)/);
    if (digits !== undefined) return parseDecimal(digits);
    if (!this.take(/^\(/)) return undefined;
    this.depth += 1;
    const value = this.depth > deepestNesting ? undefined : this.sum();
    this.depth -= 1;
    return this.take(/^\)/) ? value : undefined;
  }
}

/**
 * The exact value of an expression of decimal numbers with + - * / ^ and brackets; `undefined` if it is none. Powers bind
 * most closely, from the right, then signs, then * and /, then + and -.
 *
 * @param onStep called with each operation, for example `2 + 3 = 5`
 * @throws {ArithmeticError} for a division by zero or a result that is too long.
 */
export function calculate(expression: string, onStep: OnStep): Rational | undefined {
  return new ExpressionReader(expression, onStep).whole();
}
