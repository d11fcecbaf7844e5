import { type ChatMessage, defineModel, ModelInputError } from '../../define-model.ts';
import type { Picture } from '../../media/picture.ts';
import { tokensOf } from '../parameters.ts';
import { colorShares } from '../picture/colors.ts';
import { captionOf } from '../picture/shape-captioner.ts';
import { answerQuestion } from '../picture/shape-questions.ts';

const maxColors = 5;

/** Caption, size and colors in Markdown. */
function describe(picture: Picture): string {
  const rows = colorShares(picture)
    .slice(0, maxColors)
    .map(({ color, share }) => `| ${color} | ${(100 * share).toFixed(1)}% |`);
  return [
    captionOf(picture),
    '',
    `The size is **${picture.width} × ${picture.height}** pixels.`,
    '',
    '| color | share |',
    '|---|---:|',
    ...rows,
  ].join('\n');
}

/** @throws {ModelInputError} without a message from the user */
function replyTo(messages: readonly ChatMessage[]): string {
  const fromUser = messages.filter(({ role }) => role === 'user');
  const last = fromUser.at(-1);
  if (!last) throw new ModelInputError('There is no message with the role user.');
  const pictures = fromUser.flatMap((message) => message.pictures ?? []);
  const picture = pictures.at(-1);
  if (!picture) return 'There is no picture in this conversation yet. Attach one and ask about it.';
  if (/\b(?:how many|number of) (?:pictures|images)\b/i.test(last.content))
    return `You sent ${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'} so far.`;
  const isQuestion = /\?|^\s*(?:what|which|where|how|is|are|does|do|has|have)\b/i.test(last.content);
  if (!isQuestion || /\b(?:describe|see|show|in (?:this|the) (?:picture|image))\b/i.test(last.content))
    return describe(picture);
  const [best] = answerQuestion(last.content, picture).toSorted((left, right) => right.score - left.score);
  return best ? `**${best.answer}** (${Math.round(100 * best.score)}%)` : describe(picture);
}

export const pictureAssistant = defineModel({
  id: 'sandbox/picture-assistant',
  task: 'text-generation',
  card: `
A chat assistant that describes and measures the last picture of a conversation.

It answers questions about colors, shapes, places and sizes by the rules of sandbox/shape-questions. Any other message gets a
description in Markdown: the sentence of sandbox/shape-captioner, the size and the ${maxColors} largest colors.

## Limits

It reads only the last message and the last picture, and it ignores the system message. Pictures must be data URLs.
`,
  examples: [
    { example_title: 'Describe', src: 'shapes.png', text: 'Describe this picture.' },
    { example_title: 'Colors', src: 'hills.jpg', text: 'What color is the picture?' },
  ],
  tags: ['conversational'],
  takesPictures: true,
  answer(prompt) {
    return { generated_text: replyTo([{ role: 'user', content: prompt }]) };
  },
  chat(messages, parameters) {
    return tokensOf(replyTo(messages), parameters);
  },
});
