import { fileIn, image } from '../../fields/index.ts';
import { mediaResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const imageToImage = defineTask({
  fields: { image: image() },
  payload: (values) => ({ inputs: fileIn(values.image) }),
  bareFile: 'image',
  result: mediaResult('image'),
});
