import { answerInContextResult, defineTask, text } from '../define-task.ts';

export const questionAnswering = defineTask({
  summary: 'Finds the answer to a question in a passage of text.',
  aliases: ['qa', 'extractive-qa'],
  intents: ['find the answer in a text', 'ask about an article'],
  fields: { question: text('Input - Question'), context: text('Input - Context') },
  payload: ({ question, context }) => ({ inputs: { question, context } }),
  result: answerInContextResult,
});
