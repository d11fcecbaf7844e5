import { calculate } from './calculate.ts';
import { ArithmeticError, formatRational } from './rational.ts';
import type { Skill } from './skill.ts';
import { standsAlone } from './stands-alone.ts';

const longestExpression = 500;

const spoken: readonly (readonly [pattern: RegExp, sign: string])[] = [
  [/\s(?:plus|and then add)\s/gi, ' + '],
  [/\sminus\s/gi, ' - '],
  [/\s(?:times|multiplied by)\s/gi, ' * '],
  [/\s(?:divided by|over)\s/gi, ' / '],
  [/\sto the power of\s/gi, ' ^ '],
  [/\ssquared\b/gi, ' ^ 2'],
  [/[×·]/g, '*'],
  [/÷/g, '/'],
  [/(?<=\d)\s:\s(?=\d)/g, ' / '],
  [/−/g, '-'],
];

const numberNames = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const numberName = new RegExp(`\\b(?:${numberNames.join('|')})\\b`, 'gi');

const expressionPattern = /[\d(+-][\d\s.()+\-*/^]{0,500}[\d)]/g;

/** A number with commas between its thousands. */
const grouped = /(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,]*\d)/g;

function inSigns(message: string): string {
  const digits = message
    .replaceAll(numberName, (name) => String(numberNames.indexOf(name.toLowerCase())))
    .replaceAll(grouped, (number) => number.replaceAll(',', ''));
  return spoken.reduce((text, [pattern, sign]) => text.replaceAll(pattern, sign), digits);
}

/** Exact arithmetic. */
export const arithmetic: Skill = {
  help: 'Arithmetic, exactly: "What is (2 + 3) * 4 / 7?", "seven times eight"',
  answer({ message }, think) {
    const text = inSigns(message.slice(0, longestExpression));
    for (const match of text.matchAll(expressionPattern)) {
      const expression = match[0].trim();
      if (!/[\d)]\s*[+\-*/^]/.test(expression)) continue;
      if (!standsAlone(text, match.index, expression)) return undefined;
      try {
        const value = calculate(expression, think);
        if (value) return `${expression.replaceAll(/\s+/g, ' ')} = ${formatRational(value)}`;
      } catch (error) {
        if (error instanceof ArithmeticError) return error.message;
        throw error;
      }
    }
    return undefined;
  },
};
