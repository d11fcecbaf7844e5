import { type FoundDate, datesIn, formatDate } from './calendar-dates.ts';
import type { Skill } from './skill.ts';

const millisecondsInDay = 86_400_000;

const readLength = 1000;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysBetween(first: Date, second: Date): string {
  const days = Math.round(Math.abs(second.getTime() - first.getTime()) / millisecondsInDay);
  return `There ${days === 1 ? 'is 1 day' : `are ${days} days`} from ${formatDate(first)} to ${formatDate(second)}.`;
}

function weekdayOf(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(date);
}

function aboutDates([first, second]: readonly FoundDate[]): string | undefined {
  const impossible = [first, second].find((found) => found && !found.date);
  if (impossible) return `There is no such day as ${impossible.text}.`;
  if (first?.date && second?.date) return daysBetween(first.date, second.date);
  return first?.date && `${first.text} is a ${weekdayOf(first.date)}.`;
}

/** Days of the Gregorian calendar. */
export const dates: Skill = {
  help: 'Dates: "What day was 20 July 1969?", "How many days from 2024-02-01 to 2024-03-01?", "Is 2100 a leap year?", "What day is today?"',
  answer({ message }) {
    const text = message.slice(0, readLength);
    const year = /\b(\d{1,4})\b.{0,20}\bleap year\b/i.exec(text)?.[1];
    if (year !== undefined) return `${year} is ${isLeapYear(Number(year)) ? 'a' : 'no'} leap year.`;
    const found = datesIn(text);
    if (found.length > 0) return aboutDates(found);
    if (!/\b(?:what|which) (?:day|date)\b.{0,20}\btoday\b|\btoday's date\b/i.test(text)) return undefined;
    return `By this machine's clock it is ${formatDate(new Date())} (UTC).`;
  },
};
