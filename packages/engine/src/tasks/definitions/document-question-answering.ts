import { defineTask, documentAnswersResult, fileIn, image, text } from '../define-task.ts';

export const documentQuestionAnswering = defineTask({
  summary: 'Answers a question about a scanned or photographed document.',
  aliases: ['docqa', 'docvqa', 'document-qa'],
  intents: ['ask about a document', 'read an invoice or receipt'],
  fields: { question: text('Input - Question'), image: image('Input - Image') },
  payload: (values) => ({ inputs: { question: values.question, image: fileIn(values.image) } }),
  result: documentAnswersResult,
});
