import { calculate } from './calculate.ts';
import { ArithmeticError, formatRational } from './rational.ts';
import type { Skill } from './skill.ts';

const longestExpression = 500;

const spoken: readonly (readonly [pattern: RegExp, sign: string])[] = [
  [/\s(?:plus|and then add)\s/gi, ' + '],
  [/\sminus\s/gi, ' - '],
  [/\s(?:times|multiplied by)\s/gi, ' * '],
  [/\s(?:divided by|over)\s/gi, ' / '],
  [/\sto the power of\s/gi, ' ^ '],
  [/\ssquared\b/gi, ' ^ 2'],
  [/[×·]/g, '*'],
  [/[÷:]/g, '/'],
  [/−/g, '-'],
  [/(?<=\d),(?=\d{3}(?!\d))/g, ''],
];

const numberNames = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const numberName = new RegExp(`\\b(?:${numberNames.join('|')})\\b`, 'gi');

const expressionPattern = /[\d(+-][\d\s.()+\-*/^]{0,500}[\d)]/g;

function inSigns(message: string): string {
  const digits = message.replaceAll(numberName, (name) => String(numberNames.indexOf(name.toLowerCase())));
  return spoken.reduce((text, [pattern, sign]) => text.replaceAll(pattern, sign), digits);
}

/** Exact arithmetic. */
export const arithmetic: Skill = {
  help: 'Arithmetic, exactly: "What is (2 + 3) * 4 / 7?", "seven times eight"',
  answer({ message }) {
    const text = inSigns(message.slice(0, longestExpression));
    for (const [found] of text.matchAll(expressionPattern)) {
      const expression = found.trim();
      if (!/[\d)]\s*[+\-*/^]/.test(expression)) continue;
      try {
        const value = calculate(expression);
        if (value) return `${expression.replaceAll(/\s+/g, ' ')} = ${formatRational(value)}`;
      } catch (error) {
        if (error instanceof ArithmeticError) return error.message;
        throw error;
      }
    }
    return undefined;
  },
};
