import { text } from '../../fields/index.ts';
import { labelsResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const textClassification = defineTask({
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: labelsResult,
});
