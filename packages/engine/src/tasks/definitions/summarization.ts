import { defineTask, text, textResult } from '../define-task.ts';

export const summarization = defineTask({
  summary: 'Shortens text to its main points.',
  aliases: ['summarize', 'summary', 'tldr'],
  intents: ['shorten a text'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: textResult('summary_text'),
  metrics: ['rougeL'],
});
