import { defineTask, labelsResult, text } from '../define-task.ts';

export const textClassification = defineTask({
  summary: 'Labels text by sentiment, topic, language or intent.',
  aliases: ['sentiment', 'sentiment-analysis', 'classify', 'topic', 'intent'],
  intents: [
    'is it positive or negative',
    'rate a review',
    'detect spam or toxic comments',
    'which language is it',
  ],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: labelsResult,
});
