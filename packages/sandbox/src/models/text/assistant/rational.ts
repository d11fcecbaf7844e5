/** An exact fraction in lowest terms; `denominator` is above 0. */
export interface Rational {
  numerator: bigint;
  denominator: bigint;
}

/** Thrown for what has no result, or one that is too long; the message is a sentence. */
export class ArithmeticError extends Error {
  override readonly name = 'ArithmeticError';
}

const longestNumber = 10n ** 400n;
const mostDecimals = 30;

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [larger, smaller] = [absolute(left), absolute(right)];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** @throws {ArithmeticError} for the denominator 0 and for numbers of more than 400 digits. */
export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 0n) throw new ArithmeticError('Nothing can be divided by zero.');
  if (absolute(numerator) >= longestNumber || absolute(denominator) >= longestNumber) {
    throw new ArithmeticError('The numbers get longer than the 400 digits that I can hold.');
  }
  const divisor = greatestCommonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return divisor === 0n
    ? { numerator: 0n, denominator: 1n }
    : { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** A decimal number such as "12.5", exactly. */
export function parseDecimal(digits: string): Rational {
  const [whole = '', fraction = ''] = digits.split('.');
  return rational(BigInt(`${whole}${fraction}` || '0'), 10n ** BigInt(fraction.length));
}

/** Whether the fraction's decimals come to an end. */
function terminates(denominator: bigint): boolean {
  let rest = denominator;
  while (rest % 2n === 0n) rest /= 2n;
  while (rest % 5n === 0n) rest /= 5n;
  return rest === 1n;
}

function decimals({ numerator, denominator }: Rational, digits: number): string {
  const scaled = (absolute(numerator) * 10n ** BigInt(digits) * 2n + denominator) / (denominator * 2n);
  const text = scaled.toString().padStart(digits + 1, '0');
  const fraction = digits === 0 ? '' : `.${text.slice(-digits)}`.replace(/\.?0{0,400}$/, '');
  return `${numerator < 0n ? '-' : ''}${text.slice(0, text.length - digits)}${fraction}`;
}

/** A whole number, or a fraction in lowest terms. */
export function formatExactly({ numerator, denominator }: Rational): string {
  return denominator === 1n ? numerator.toString() : `${numerator}/${denominator}`;
}

/**
 * The number in writing: a whole number or finite decimal exactly; otherwise the fraction and its value rounded to six
 * decimals.
 */
export function formatRational(value: Rational): string {
  if (value.denominator === 1n) return formatExactly(value);
  if (terminates(value.denominator)) {
    const exact = decimals(value, mostDecimals);
    const [, fraction = ''] = exact.split('.');
    const scale = 10n ** BigInt(fraction.length);
    if ((value.numerator * scale) % value.denominator === 0n) return exact;
  }
  return `${formatExactly(value)}, about ${decimals(value, 6)}`;
}
