import { fileIn, image, text } from '../../fields/index.ts';
import { documentAnswersResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const documentQuestionAnswering = defineTask({
  fields: { question: text('Input - Question'), image: image('Input - Image') },
  payload: (values) => ({ inputs: { question: values.question, image: fileIn(values.image) } }),
  result: documentAnswersResult,
});
