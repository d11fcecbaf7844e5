import { text } from '../../fields/index.ts';
import { labelsResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const textClassification = defineTask({
  summary: 'Labels text by sentiment, topic, language or intent.',
  aliases: ['sentiment', 'sentiment-analysis', 'classify', 'topic', 'intent'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: labelsResult,
});
