import { fileIn, image, text } from '../../fields/index.ts';
import { documentAnswersResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const documentQuestionAnswering = defineTask({
  summary: 'Answers a question about a scanned or photographed document.',
  aliases: ['docqa', 'docvqa', 'document-qa'],
  fields: { question: text('Input - Question'), image: image('Input - Image') },
  payload: (values) => ({ inputs: { question: values.question, image: fileIn(values.image) } }),
  result: documentAnswersResult,
});
