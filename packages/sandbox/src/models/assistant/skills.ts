import { wordsOf } from '../text/words.ts';
import { calculate, CalculationError, formatNumber } from './calculate.ts';

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

/** The text in quotation marks, or after the first colon. */
export function quotedText(message: string): string | undefined {
  const quoted = /"([^"]{1,2000})"|“([^”]{1,2000})”|'([^']{1,2000})'(?!\p{L})/u.exec(message);
  const colon = message.indexOf(':');
  const rest = colon === -1 ? '' : message.slice(colon + 1).trim();
  return quoted?.slice(1).find((group) => group !== undefined) ?? (rest === '' ? undefined : rest);
}

const systemMessage: Skill = {
  help: 'The system message: "What are your instructions?"',
  answer({ message, instructions }) {
    if (!/\bwhat (?:are|is) (?:your|the) (?:instructions?|system (?:prompt|message))\b/i.test(message))
      return undefined;
    return instructions === ''
      ? 'I have no system message.'
      : `The system message is: "${instructions}" I can repeat it, but not follow it.`;
  },
};

const namePattern =
  /\b(?:[Mm]y name(?: is|['’]s)|[Cc]all me) (\p{Lu}[\p{L}\p{M}'’-]{0,40}(?: \p{Lu}[\p{L}\p{M}'’-]{0,40}){0,3})/u;

/** The conversation so far as a Markdown table. */
function conversationTable(earlier: readonly string[], instructions: string): string {
  const rows = earlier.map((text, index) => {
    const start = text
      .replaceAll(/[\s|]+/g, ' ')
      .slice(0, 40)
      .trim();
    return `| ${index + 1} | ${start} | ${wordsOf(text).length} |`;
  });
  const count = countOf(earlier.length, 'messages');
  const system =
    instructions === ''
      ? 'no system message'
      : `a system message of ${countOf(wordsOf(instructions).length, 'words')}`;
  const table = rows.length === 0 ? '' : `\n\n| # | you said | words |\n|---|---|---:|\n${rows.join('\n')}`;
  return `## Our conversation\n\nYou sent **${count}** before this one, with *${system}*.${table}`;
}

const conversationSkill: Skill = {
  help: 'This conversation: "What did I say first?", "My name is Ada", "What is my name?", "Summarize our conversation"',
  answer({ message, earlier, instructions }) {
    if (/\b(?:summarize|list|count) (?:our|this|the) conversation\b/i.test(message))
      return conversationTable(earlier, instructions);
    const which = /\bwhat did I say (first|last|before)\b/i.exec(message)?.[1];
    if (which !== undefined) {
      const found = which.toLowerCase() === 'first' ? earlier[0] : earlier.at(-1);
      return found === undefined ? 'This is your first message.' : `You said: "${found}"`;
    }
    if (/\bwhat(?: is|['’]s) my name\b/i.test(message)) {
      const name = earlier.flatMap((text) => namePattern.exec(text)?.[1] ?? []).at(-1);
      return name === undefined ? 'I do not know your name yet.' : `Your name is ${name}.`;
    }
    const name = message.includes('?') ? undefined : namePattern.exec(message)?.[1];
    return name && `Hello ${name}, I will remember your name in this conversation.`;
  },
};

const units: Readonly<Record<string, (text: string) => number>> = {
  words: (text) => wordsOf(text).length,
  letters: (text) => (text.match(/\p{L}/gu) ?? []).length,
  characters: (text) => [...text].length,
};

function countOf(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

const counting: Skill = {
  help: 'Counting: "How many r are in strawberry?", "How many words are in \'to be or not to be\'?"',
  answer({ message }, onStep) {
    const letterPattern =
      /\bhow many ["']?(\p{L})["']?(?:['’]?s)? (?:are )?(?:there )?in ["“']?([\p{L}\p{M}\p{N}-]{1,200})/iu;
    const [, letter = '', word] = letterPattern.exec(message) ?? [];
    if (word !== undefined) {
      const wanted = letter.toLowerCase();
      const letters = [...word.toLowerCase()];
      const positions = letters.flatMap((each, index) => (each === wanted ? [index + 1] : []));
      onStep(`${letters.join('-')}: ${wanted} at ${positions.join(', ') || 'no position'}`);
      return `The letter ${wanted} is in "${word}" ${countOf(positions.length, 'times')}.`;
    }
    const unit = /\bhow many (words|letters|characters)\b/i.exec(message)?.[1]?.toLowerCase() ?? '';
    const text = quotedText(message);
    const count = text === undefined ? undefined : units[unit]?.(text);
    return count === undefined ? undefined : `"${text}" has ${countOf(count, unit)}.`;
  },
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

const commands: Readonly<Record<string, (text: string) => string>> = {
  reverse: (text) => charactersOf(text).reverse().join(''),
  spell: (text) => charactersOf(text.replaceAll(/\s/g, '')).join('-').toUpperCase(),
  shout: (text) => text.toUpperCase(),
};

const textCommands: Skill = {
  help: 'Texts: "Reverse stressed", "Spell rhythm", "Shout: good morning"',
  answer({ message }) {
    const [, name = '', rest = ''] = /^\s*(?:please,? )?(reverse|spell|shout)\b(.*)/is.exec(message) ?? [];
    const text = quotedText(message) ?? rest.trim().replace(/[?.!]$/, '');
    return text === '' ? undefined : commands[name.toLowerCase()]?.(text);
  },
};

const spokenSigns: readonly [words: RegExp, sign: string][] = [
  [/ plus /gi, ' + '],
  [/ minus |−/gi, ' - '],
  [/ times |×/gi, ' * '],
  [/ divided by |÷/gi, ' / '],
];
const expressionPattern =
  /(?:^|\b(?:is|calculate|compute|solve|equation)\s+)([-\d(][\d\s.()+\-*/^]{0,500})(?:[=?.!]|$)/i;

const arithmetic: Skill = {
  help: 'Arithmetic: "What is (2 + 3) * 4 / 7?", "7 times 8"',
  answer({ message }, onStep) {
    const text = spokenSigns.reduce(
      (result, [words, sign]) => result.replaceAll(words, sign),
      message.trim(),
    );
    const expression = expressionPattern.exec(text)?.[1]?.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (!/[\d)]\s*[-+*/^]/.test(expression)) return undefined;
    try {
      const value = calculate(expression, onStep);
      return value === undefined ? undefined : `${expression} = ${formatNumber(value)}`;
    } catch (error) {
      if (error instanceof CalculationError) return error.message;
      throw error;
    }
  },
};

const greetings: readonly [pattern: RegExp, reply: string][] = [
  [/^(?:hi|hello|hey|good (?:morning|day|afternoon|evening))\b/i, 'Hello! What can I work out for you?'],
  [/^(?:thanks|thank you)\b/i, 'You are welcome.'],
  [/^(?:bye|goodbye|good night)\b/i, 'Goodbye!'],
];

const smallTalk: Skill = {
  help: 'Greetings: "Hello", "Thank you", "Goodbye"',
  answer: ({ message }) => greetings.find(([pattern]) => pattern.test(message.trim()))?.[1],
};

/** The skills, in the order they are tried. */
export const skills: readonly Skill[] = [
  systemMessage,
  conversationSkill,
  counting,
  textCommands,
  arithmetic,
  smallTalk,
];
