import { candidateLabels, candidatesResult, defineTask, fileIn, image } from '../define-task.ts';

export const zeroShotImageClassification = defineTask({
  summary: 'Sorts an image into labels of your choice, without training.',
  aliases: ['clip', 'zero-shot-image'],
  intents: ['sort images into my own labels'],
  fields: { image: image(), candidateLabels: candidateLabels() },
  payload: (values) => ({
    inputs: { image: fileIn(values.image) },
    parameters: { candidate_labels: values.candidateLabels },
  }),
  result: candidatesResult,
});
