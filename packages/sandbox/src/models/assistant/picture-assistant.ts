import { type ChatMessage, defineModel, ModelInputError } from '../../define-model.ts';
import type { Picture } from '../../media/picture.ts';
import { measureColorShares } from '../picture/colors.ts';
import { describePicture } from '../picture/shape-captioner.ts';
import { answerQuestion } from '../picture/shape-questions.ts';
import { tokenize } from './plain-assistant.ts';

const maxColors = 5;

/** Caption and colors in Markdown. */
function describe(picture: Picture): string {
  const rows = measureColorShares(picture)
    .slice(0, maxColors)
    .map(({ color, share }) => `| ${color} | ${(100 * share).toFixed(1)}% |`);
  return `${describePicture(picture)}\n\n| color | share |\n|---|---:|\n${rows.join('\n')}`;
}

/** @throws {ModelInputError} without a message from the user */
function replyTo(messages: readonly ChatMessage[]): string {
  const fromUser = messages.filter(({ role }) => role === 'user');
  const question = fromUser.at(-1)?.content;
  if (question === undefined) throw new ModelInputError('There is no message with the role user.');
  const picture = fromUser.flatMap((message) => message.pictures ?? []).at(-1);
  if (!picture) return 'There is no picture in this conversation yet. Attach one and ask about it.';
  const isOpen = !question.includes('?') || /\bsee\b|\bin (?:this|the) (?:picture|image)\b/i.test(question);
  const [best] = isOpen ? [] : answerQuestion(question, picture);
  return best ? `**${best.answer}** (${Math.round(100 * best.score)}%)` : describe(picture);
}

export const pictureAssistant = defineModel({
  id: 'sandbox/picture-assistant',
  task: 'text-generation',
  card: `
A chat assistant that describes and measures the last picture of a conversation.

It answers questions about colors, shapes, places and sizes by the rules of sandbox/shape-questions. Any other message gets the
sentence of sandbox/shape-captioner and a table of the ${maxColors} largest colors. It reads only the last message and the last picture.
`,
  examples: [
    { example_title: 'Describe', src: 'shapes.png', text: 'Describe this picture.' },
    { example_title: 'Colors', src: 'hills.jpg', text: 'What color is the picture?' },
  ],
  tags: ['conversational'],
  takesPictures: true,
  answer: (prompt) => ({ generated_text: replyTo([{ role: 'user', content: prompt }]) }),
  chat: (messages) => tokenize(replyTo(messages)),
});
