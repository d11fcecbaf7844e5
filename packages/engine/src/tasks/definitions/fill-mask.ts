import { defineTask, fillsResult, text } from '../define-task.ts';

export const fillMask = defineTask({
  summary: 'Predicts the missing word in a sentence.',
  aliases: ['mlm', 'masked-language-modeling', 'missing-word'],
  intents: ['fill in the blank', 'guess the missing word'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: fillsResult,
});
