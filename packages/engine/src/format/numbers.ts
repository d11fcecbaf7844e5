/** A share of 0 to 1 as `99.8 %`; a small one that is not nothing as `<0.1 %`. */
export function percent(share: number): string {
  return share > 0 && share < 0.0005 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`;
}

/** A number with four significant digits, and all those before the point: none of them is made a zero. */
export function shortNumber(value: number): string {
  const amount = Math.abs(value);
  if (amount < 1000) return String(Number(value.toPrecision(4)));
  return amount < 1e15 ? String(Math.round(value)) : String(Number(value.toPrecision(4)));
}

/** A count with its thousands divided: `9,950`. */
export function count(value: number): string {
  // Asking for a language's way takes as long as starting Node, which small counts need not wait for.
  return Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : value.toLocaleString('en');
}

/**
 * How many of something there are: `1 row`, `2,000 rows`.
 * @param noun in the singular, of those that take an s
 */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Bytes as people say it, in steps of 1000: `12 MB`, `1.2 kB`. */
export function size(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  // From 999.5 on a number would be rounded to four digits.
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0;
  return `${amount.toFixed(digits)} ${bytes === 1 ? 'byte' : units[unit]}`;
}

/** Seconds as `2.5 s`, `42 s` or `1:05 min`. */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}

/** The time that something took: `8 ms`, and from a tenth of a second on as {@link duration} says it. */
export function elapsed(seconds: number): string {
  return seconds < 0.0995 ? `${Math.max(Math.round(seconds * 1000), 1)} ms` : duration(seconds);
}

const steps = ['', 'k', 'M', 'B'] as const;

/** A count in four characters at most, for columns: `812`, `1.2k`, `34k`, `1.2M`. */
export function shortCount(value: number): string {
  let amount = value;
  let step = 0;
  while (amount >= 999.5 && step < steps.length - 1) {
    amount /= 1000;
    step += 1;
  }
  return `${step > 0 && amount < 9.95 ? amount.toFixed(1) : Math.round(amount)}${steps[step]}`;
}
