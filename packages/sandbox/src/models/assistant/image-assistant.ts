import { type ChatMessage, defineModel, ModelInputError } from '../../define-model.ts';
import type { Image } from '../../media/image.ts';
import { measureColorShares } from '../image/colors.ts';
import { describeImage } from '../image/shape-captioner.ts';
import { answerQuestion } from '../image/shape-questions.ts';
import { tokenize } from './plain-assistant.ts';

const maxColors = 5;

/** Caption and colors in Markdown. */
function describe(image: Image): string {
  const rows = measureColorShares(image)
    .slice(0, maxColors)
    .map(({ color, share }) => `| ${color} | ${(100 * share).toFixed(1)}% |`);
  return `${describeImage(image)}\n\n| color | share |\n|---|---:|\n${rows.join('\n')}`;
}

/** @throws {ModelInputError} without a message from the user */
function replyTo(messages: readonly ChatMessage[]): string {
  const fromUser = messages.filter(({ role }) => role === 'user');
  const question = fromUser.at(-1)?.content;
  if (question === undefined) throw new ModelInputError('There is no message with the role user.');
  const image = fromUser.flatMap((message) => message.images ?? []).at(-1);
  if (!image) return 'There is no picture in this conversation yet. Attach one and ask about it.';
  const isOpen = !question.includes('?') || /\bsee\b|\bin (?:this|the) (?:picture|image)\b/i.test(question);
  const [best] = isOpen ? [] : answerQuestion(question, image);
  return best ? `**${best.answer}** (${Math.round(100 * best.score)}%)` : describe(image);
}

export const imageAssistant = defineModel({
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
  takesImages: true,
  answer: (prompt) => ({ generated_text: replyTo([{ role: 'user', content: prompt }]) }),
  chat: (messages) => tokenize(replyTo(messages)),
});
