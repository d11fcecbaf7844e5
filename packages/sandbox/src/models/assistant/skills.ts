import { splitWords } from '../text/words.ts';

const precedence: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 3 };

const operations: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '^': (left, right) => left ** right,
};

/** Rounded to 12 significant digits, which hides floating-point errors. */
function formatNumber(value: number): string {
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

/** The user's messages; `message` is the one to answer. */
interface Conversation {
  message: string;
  /** The user's messages before `message`. */
  earlier: readonly string[];
  /** The system message, or an empty string. */
  instructions: string;
}

interface Skill {
  /** What to ask, with an example. */
  help: string;
  /**
   * The answer; undefined when the message asks for something else.
   * @param onStep called with each step of working out the answer
   */
  answer(conversation: Conversation, onStep: (step: string) => void): string | undefined;
}

const systemMessage: Skill = {
  help: 'The system message: "What are your instructions?"',
  answer({ message, instructions }) {
    if (!/\bwhat are your instructions\b/i.test(message)) return undefined;
    return instructions === ''
      ? 'I have no system message.'
      : `The system message is: "${instructions}" I can repeat it, but not follow it.`;
  },
};

/** The conversation so far as a Markdown table. */
function createConversationTable(earlier: readonly string[], instructions: string): string {
  const rows = earlier.map((text, index) => {
    const start = text.replaceAll(/[\s|]+/g, ' ').slice(0, 40);
    return `| ${index + 1} | ${start} | ${splitWords(text).length} |\n`;
  });
  const table = rows.length === 0 ? '' : `\n\n| # | you said | words |\n|---|---|---:|\n${rows.join('')}`;
  const system =
    instructions === ''
      ? 'no system message'
      : `a system message of ${splitWords(instructions).length} words`;
  return `## Our conversation\n\nYou sent **${earlier.length} messages** before this one, with *${system}*.${table}`;
}

const namePattern = /\b(?:[Mm]y name is|[Cc]all me) (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*)/u;

const conversation: Skill = {
  help: 'This conversation: "My name is Ada", "What is my name?", "Summarize our conversation"',
  answer({ message, earlier, instructions }) {
    if (/\bsummarize our conversation\b/i.test(message))
      return createConversationTable(earlier, instructions);
    if (/\bwhat is my name\b/i.test(message)) {
      const name = earlier.flatMap((text) => namePattern.exec(text)?.[1] ?? []).at(-1);
      return name === undefined ? 'I do not know your name yet.' : `Your name is ${name}.`;
    }
    const name = namePattern.exec(message)?.[1];
    return name && `Hello ${name}, I will remember your name in this conversation.`;
  },
};

const letters: Skill = {
  help: 'Letters: "How many r are in strawberry?", "Spell rhythm"',
  answer({ message }, onStep) {
    const [, target = '', word] =
      /\bhow many (\p{L})(?:'?s)? (?:are )?(?:there )?in ["']?(\p{L}+)/iu.exec(message) ?? [];
    if (word !== undefined) {
      const each = [...word.toLowerCase()];
      const positions = each.flatMap((letter, index) => (letter === target.toLowerCase() ? [index + 1] : []));
      onStep(`${each.join('-')}: ${target} at ${positions.join(', ') || 'no position'}`);
      return `The letter ${target} is in "${word}" ${positions.length} ${positions.length === 1 ? 'time' : 'times'}.`;
    }
    const spelling = /^\s*spell (\p{L}+)/iu.exec(message)?.[1];
    return spelling && [...spelling].join('-').toUpperCase();
  },
};

const spokenSigns: readonly [words: RegExp, sign: string][] = [
  [/ plus /gi, ' + '],
  [/ minus /gi, ' - '],
  [/ times | ?× ?/gi, ' * '],
  [/ divided by /gi, ' / '],
];
const expressionPattern = /(?:^|\b(?:is|calculate|equation)\s+)([-\d(][\d\s.()+\-*/^]{0,500})(?:[=?.!]|$)/i;

const arithmetic: Skill = {
  help: 'Arithmetic: "What is (2 + 3) * 4 / 7?", "7 times 8"',
  answer({ message }, onStep) {
    const text = spokenSigns.reduce(
      (result, [words, sign]) => result.replaceAll(words, sign),
      message.trim(),
    );
    const expression = expressionPattern.exec(text)?.[1]?.trim() ?? '';
    if (!/[\d)]\s*[-+*/^]/.test(expression)) return undefined;
    const value = calculate(expression, onStep);
    if (value === undefined) return undefined;
    return Number.isFinite(value)
      ? `${expression} = ${formatNumber(value)}`
      : 'The result is not a finite number.';
  },
};

const greetings: readonly [pattern: RegExp, reply: string][] = [
  [/^(?:hi|hello|hey|good (?:morning|day|evening))\b/i, 'Hello! What can I work out for you?'],
  [/^(?:thanks|thank you)\b/i, 'You are welcome.'],
  [/^(?:bye|goodbye)\b/i, 'Goodbye!'],
];

const smallTalk: Skill = {
  help: 'Greetings: "Hello", "Thank you", "Goodbye"',
  answer: ({ message }) => greetings.find(([pattern]) => pattern.test(message.trim()))?.[1],
};

/** The skills, in the order they are tried. */
export const skills: readonly Skill[] = [systemMessage, conversation, letters, arithmetic, smallTalk];
