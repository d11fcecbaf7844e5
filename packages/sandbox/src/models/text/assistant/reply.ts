import { type ChatMessage, ModelInputError } from '../../../define-model.ts';
import { arithmetic } from './arithmetic.ts';
import { counting } from './counting.ts';
import { dates } from './dates.ts';
import { instructionsSkill } from './instructions.ts';
import { memory } from './memory.ts';
import type { Conversation, Skill } from './skill.ts';
import { smallTalk } from './small-talk.ts';
import { textCommands } from './text-commands.ts';

/** The skills in the order in which they are asked. */
const skills: readonly Skill[] = [
  instructionsSkill,
  memory,
  counting,
  textCommands,
  dates,
  arithmetic,
  smallTalk,
];

/** What the assistant can do, as a list in Markdown. */
export const skillList = skills.map(({ help }) => `- ${help}`).join('\n');

const asksHelp = /\b(?:help|what can you do|who are you|what are you)\b/i;

/** How much of the last message is repeated when the assistant does not understand it. */
const repeated = 80;

function introduce(): string {
  return `I am a small program, not a language model, and these are the things that I can do:\n${skillList}`;
}

function confess(message: string): string {
  const start = [...message].slice(0, repeated).join('');
  const shortened = start.length < message.length ? `${start}…` : start;
  return `I am a small program and do not understand "${shortened}". Ask me "What can you do?" for what I can.`;
}

function readConversation(messages: readonly ChatMessage[]): Conversation {
  const written = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const message = written.at(-1);
  if (message === undefined) throw new ModelInputError('There is no message with the role user.');
  const instructions = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ content }) => content)
    .join('\n');
  return { message, earlier: written.slice(0, -1), instructions };
}

/**
 * The assistant's answer to a conversation.
 *
 * @param think called with each step that leads to the answer
 * @throws {ModelInputError} when the user has written nothing.
 */
export function replyTo(
  messages: readonly ChatMessage[],
  think: (step: string) => void = () => undefined,
): string {
  const conversation = readConversation(messages);
  if (conversation.message.trim() === '') return 'Your message is empty. Ask me "What can you do?".';
  for (const skill of skills) {
    const steps: string[] = [];
    const answer = skill.answer(conversation, (step) => steps.push(step));
    think(`${skill.help.split(/[:,]/, 1)[0]}? ${answer === undefined ? 'No.' : 'Yes.'}`);
    if (answer === undefined) continue;
    steps.forEach(think);
    return answer;
  }
  return asksHelp.test(conversation.message) ? introduce() : confess(conversation.message);
}
