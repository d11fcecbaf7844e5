import { defineTask, rowValuesResult, table } from '../define-task.ts';

export const tabularClassification = defineTask({
  summary: 'Predicts a category for each row of a table.',
  aliases: ['classify-rows'],
  intents: ['predict a category from a table', 'classify customers, churn or fraud'],
  fields: { data: table() },
  payload: (values) => ({ inputs: { data: values.data } }),
  result: rowValuesResult,
  metrics: ['accuracy', 'macroF1'],
});
