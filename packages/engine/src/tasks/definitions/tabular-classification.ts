import { table } from '../../fields/index.ts';
import { rowValuesResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const tabularClassification = defineTask({
  summary: 'Predicts a category for each row of a table.',
  aliases: ['classify-rows'],
  fields: { data: table() },
  payload: (values) => ({ inputs: { data: values.data } }),
  result: rowValuesResult,
});
