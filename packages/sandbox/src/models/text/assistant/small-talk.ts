import type { Skill } from './skill.ts';

const replies: readonly { pattern: RegExp; reply: string }[] = [
  {
    pattern: /^(?:hi|hello|hey|good (?:morning|day|afternoon|evening))\b/i,
    reply: 'Hello! What shall I work out?',
  },
  { pattern: /^(?:thanks|thank you|many thanks)\b/i, reply: 'You are welcome.' },
  { pattern: /^(?:bye|goodbye|good night)\b/i, reply: 'Goodbye!' },
];

/** Greetings and thanks, when there is not much else in the message. */
export const smallTalk: Skill = {
  help: 'Greetings: "Hello", "Thank you", "Goodbye"',
  answer: ({ message }) => replies.find(({ pattern }) => pattern.test(message.trim()))?.reply,
};
