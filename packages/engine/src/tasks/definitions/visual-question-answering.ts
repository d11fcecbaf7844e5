import { defineTask, fileIn, image, text, visualAnswersResult } from '../define-task.ts';

export const visualQuestionAnswering = defineTask({
  summary: 'Answers a question about an image.',
  aliases: ['vqa', 'visual-qa', 'image-qa'],
  intents: ['ask about a photo', 'how many people are in the picture'],
  fields: { question: text('Input - Question'), image: image('Input - Image') },
  payload: (values) => ({ inputs: { question: values.question, image: fileIn(values.image) } }),
  result: visualAnswersResult,
});
