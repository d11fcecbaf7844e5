import { defineTask, spansResult, text } from '../define-task.ts';

export const tokenClassification = defineTask({
  summary: 'Marks names, places, parts of speech and more in text.',
  aliases: ['ner', 'named-entity-recognition', 'entities', 'pos-tagging'],
  intents: ['find names and places in a text', 'extract people and companies', 'redact personal data'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: spansResult,
});
