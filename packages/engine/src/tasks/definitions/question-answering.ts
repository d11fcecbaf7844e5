import { answerInContextResult, defineTask, text } from '../define-task.ts';

export const questionAnswering = defineTask({
  summary: 'Finds the answer to a question in a passage of text.',
  aliases: ['qa', 'extractive-qa'],
  fields: { question: text('Input - Question'), context: text('Input - Context') },
  payload: ({ question, context }) => ({ inputs: { question, context } }),
  result: answerInContextResult,
});
