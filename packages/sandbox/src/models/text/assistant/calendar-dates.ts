const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

const monthNames = months.map((month) => `${month}|${month.slice(0, 3)}`).join('|');

const forms: readonly { pattern: RegExp; order: readonly ['year' | 'month' | 'day', string, string] }[] = [
  { pattern: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g, order: ['year', 'month', 'day'] },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${monthNames})\\.?,? (\\d{4})\\b`, 'gi'),
    order: ['day', 'month', 'year'],
  },
  {
    pattern: new RegExp(`\\b(${monthNames})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'gi'),
    order: ['month', 'day', 'year'],
  },
];

function monthNumber(text: string): number {
  const named = months.findIndex((month) => month.startsWith(text.toLowerCase().slice(0, 3)));
  return /^\d/.test(text) ? Number(text) : named + 1;
}

/** A day of the Gregorian calendar at midnight, Coordinated Universal Time; `undefined` for one that does not exist. */
function day(year: number, month: number, dayOfMonth: number): Date | undefined {
  const date = new Date(Date.UTC(2000, month - 1, dayOfMonth));
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth;
  return exists ? date : undefined;
}

export interface FoundDate {
  /** As written. */
  text: string;
  /** Midnight, Coordinated Universal Time; `undefined` for a day that does not exist. */
  date: Date | undefined;
}

/** The days that a text names, in order: "2024-02-29", "29 February 2024", "Feb 29, 2024". */
export function datesIn(text: string): FoundDate[] {
  const found = forms.flatMap(({ pattern, order }) =>
    Array.from(text.matchAll(pattern), (match) => {
      const part = (name: string) => match[order.indexOf(name) + 1] ?? '';
      const date = day(Number(part('year')), monthNumber(part('month')), Number(part('day')));
      return { index: match.index, text: match[0], date };
    }),
  );
  return found
    .toSorted((left, right) => left.index - right.index)
    .map(({ text: written, date }) => ({ text: written, date }));
}

/** A date as "Thursday, 29 February 2024". */
export function formatDate(date: Date): string {
  const options = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(date);
}
