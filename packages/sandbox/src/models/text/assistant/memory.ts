import type { Skill } from './skill.ts';

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

const asksWord =
  /\bwhat (?:did I|have I|was the|was my)\b.{0,40}?\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|before|previous(?:ly)?)\b/i;

const asksCount = /\bhow many (?:messages|times|questions|things) (?:have|did) I\b/i;

const asksName = /\bwhat(?:'s| is|’s) my name\b|\bwho am I\b/i;

/** A name begins with a capital: "call me at ten" tells none. */
const tellsName =
  /\b(?:[Mm]y name(?: is|['’]s)|[Cc]all me|I(?: am|['’]m) called) (\p{Lu}[\p{L}\p{M}'’-]{0,40}(?: \p{Lu}[\p{L}\p{M}'’-]{0,40}){0,3})/u;

function recall(earlier: readonly string[], which: string): string {
  const index = ordinals.indexOf(which);
  const found = index === -1 ? earlier.at(-1) : earlier[index];
  if (found !== undefined) return `You said: "${found}"`;
  return earlier.length === 0
    ? 'That was your first message.'
    : `You had written only ${earlier.length === 1 ? 'one message' : `${earlier.length} messages`} before.`;
}

/** What was said in this conversation. */
export const memory: Skill = {
  help: 'This conversation: "What did I say first?", "How many messages have I sent?", "My name is Ada", "What is my name?"',
  answer({ message, earlier }) {
    const which = asksWord.exec(message)?.[1];
    if (which !== undefined) return recall(earlier, which.toLowerCase());
    if (asksCount.test(message)) {
      const count = earlier.length + 1;
      return count === 1 ? 'This is your first message.' : `This is your message number ${count}.`;
    }
    if (asksName.test(message)) {
      const name = earlier.map((text) => tellsName.exec(text)?.[1]).findLast((found) => found !== undefined);
      return name === undefined ? 'You have not told me your name.' : `Your name is ${name}.`;
    }
    const told = tellsName.exec(message)?.[1];
    return told === undefined || message.includes('?')
      ? undefined
      : `Hello ${told}, I shall remember that in this conversation.`;
  },
};
