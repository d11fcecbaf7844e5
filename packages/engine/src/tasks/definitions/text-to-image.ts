import { text } from '../../fields/index.ts';
import { mediaResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const textToImage = defineTask({
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: mediaResult('image'),
});
