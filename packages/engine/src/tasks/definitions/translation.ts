import { defineTask, text, textResult } from '../define-task.ts';

export const translation = defineTask({
  summary: 'Translates text into another language.',
  aliases: ['translate', 'mt', 'machine-translation'],
  intents: ['translate a text'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: textResult('translation_text'),
  metrics: ['rougeL'],
});
