import { candidateLabels, defineTask, text, zeroShotResult } from '../define-task.ts';

export const zeroShotClassification = defineTask({
  summary: 'Sorts text into labels of your choice, without training.',
  aliases: ['zero-shot', 'zero-shot-text'],
  intents: ['sort texts into my own labels', 'classify without training'],
  fields: { text: text(), candidateLabels: candidateLabels() },
  payload: (values) => ({ inputs: values.text, parameters: { candidate_labels: values.candidateLabels } }),
  result: zeroShotResult,
});
