import type { Box } from '../results/index.ts';
import { asLine } from '../text/index.ts';

/** A share from 0 to 1 as `99.8%`; a small one as `<0.1%`. */
export function percent(share: number): string {
  return share > 0 && share < 0.0005 ? '<0.1%' : `${(share * 100).toFixed(1)}%`;
}

/** A number with four significant digits, but with all digits of its integer part. */
export function shortNumber(value: number): string {
  const amount = Math.abs(value);
  if (amount < 1000) return String(Number(value.toPrecision(4)));
  return amount < 1e15 ? String(Math.round(value)) : String(Number(value.toPrecision(4)));
}

/** A count with thousands separators: `9,950`. */
export function count(value: number): string {
  // Loading locale data takes as long as starting Node, so small counts do without.
  return Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : value.toLocaleString('en');
}

/** A count with its noun: `1 row`, `2,000 rows`. @param noun a singular that takes an s */
export function counted(value: number, noun: string): string {
  const plural = noun.endsWith('ch') ? 'es' : 's';
  return `${count(value)} ${noun}${value === 1 ? '' : plural}`;
}

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Bytes in a readable form, in steps of 1000: `12 MB`, `1.2 kB`. */
export function size(bytes: number): string {
  const [amount, unit] = scaled(bytes, units);
  return `${amount} ${bytes === 1 ? 'byte' : unit}`;
}

/** Seconds as `2.5 s`, `42 s` or `1:05 min`. */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const rounded = Math.round(seconds);
  if (rounded < 60) return `${rounded} s`;
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')} min`;
}

/** Seconds of a wait that is announced with its end. */
export const LONG_WAIT = 10;

/** A wait: `waiting 7 s for X`, or `waiting 42 s for X, until 14:05:30`. */
export function waitText(seconds: number, server: string): string {
  const end = new Date(Date.now() + seconds * 1000).toTimeString().slice(0, 8);
  const text = `waiting ${duration(Math.ceil(seconds))} for ${server}`;
  return seconds > LONG_WAIT ? `${text}, until ${end}` : text;
}

/** Elapsed time: `8 ms`; from a tenth of a second on as {@link duration}. */
export function elapsed(seconds: number): string {
  return seconds < 0.0995 ? `${Math.max(Math.round(seconds * 1000), 1)} ms` : duration(seconds);
}

const steps = ['', 'k', 'M', 'B'] as const;

/** A count in at most four characters: `812`, `1.2k`, `34k`, `1.2M`. */
export function shortCount(value: number): string {
  return scaled(value, steps).join('');
}

/** An amount in the unit, in steps of 1000, in which it has at most three digits. */
function scaled(value: number, names: readonly string[]): [amount: string, name: string] {
  let amount = value;
  let step = 0;
  // 999.5 would be rounded to four digits.
  while (amount >= 999.5 && step < names.length - 1) {
    amount /= 1000;
    step += 1;
  }
  return [amount.toFixed(step > 0 && amount < 9.95 ? 1 : 0), names[step]!];
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago a time was: `just now`, `5 min ago`, `3 h ago`, `2 d ago`; the date after 30 days. */
export function timeAgo(time: Date): string {
  const seconds = (Date.now() - time.getTime()) / 1000;
  if (seconds < MINUTE) return 'just now';
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  return seconds < 30 * DAY ? `${Math.floor(seconds / DAY)} d ago` : time.toISOString().slice(0, 10);
}

const MAX_DECIMALS = 4;

/** A number as {@link shortNumber}; a string in one line. */
export function formatAmount(value: number | string): string {
  return typeof value === 'number' ? shortNumber(value) : asLine(value);
}

/** The values of a column as {@link formatAmount}; numbers with the same number of decimals if that is small. */
export function formatColumn(values: readonly (number | string)[]): string[] {
  const texts = values.map(formatAmount);
  const decimals = texts.reduce((max, text) => Math.max(max, text.split('.')[1]?.length ?? 0), 0);
  const areAligned =
    decimals <= MAX_DECIMALS &&
    values.every(
      (value, index) => typeof value === 'number' && Math.abs(value) < 1000 && !texts[index]!.includes('e'),
    );
  return areAligned ? texts.map((text) => Number(text).toFixed(decimals)) : texts;
}

/**
 * Scores as percentages with their share from 0 to 1, or as numbers if any is outside of that (logits). The amount is
 * empty without a score.
 */
export function formatScores(scores: readonly (number | undefined)[]) {
  const areShares = scores.every((score) => score === undefined || (score >= 0 && score <= 1));
  return scores.map((score) => {
    if (score === undefined) return { amount: '' };
    return areShares ? { amount: percent(score), share: score } : { amount: shortNumber(score) };
  });
}

/** Two corners of a box in pixels: `10,20 to 110,220`. */
export function formatCorners({ xmin, ymin, xmax, ymax }: Box): string {
  return `${Math.round(xmin)},${Math.round(ymin)} to ${Math.round(xmax)},${Math.round(ymax)}`;
}
