import { defineTask, rowValuesResult, table } from '../define-task.ts';

export const tabularRegression = defineTask({
  summary: 'Predicts a number for each row of a table.',
  aliases: ['regression'],
  intents: ['predict a number from a table', 'estimate a price'],
  fields: { data: table() },
  payload: (values) => ({ inputs: { data: values.data } }),
  result: rowValuesResult,
});
