import { text } from '../../fields/index.ts';
import { spansResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const tokenClassification = defineTask({
  summary: 'Marks names, places, parts of speech and more in text.',
  aliases: ['ner', 'named-entity-recognition', 'entities', 'pos-tagging'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: spansResult,
});
