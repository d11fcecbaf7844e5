import { text } from '../../fields/index.ts';
import { vectorResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const featureExtraction = defineTask({
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  taskInPath: true,
  result: vectorResult,
});
