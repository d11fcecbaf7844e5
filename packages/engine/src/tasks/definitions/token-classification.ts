import { text } from '../../fields/index.ts';
import { spansResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const tokenClassification = defineTask({
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: spansResult,
});
