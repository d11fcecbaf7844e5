import { cellsResult, defineTask, table, text } from '../define-task.ts';

export const tableQuestionAnswering = defineTask({
  summary: 'Answers a question from the cells of a table.',
  aliases: ['tableqa', 'table-qa', 'tqa'],
  intents: ['ask about a table', 'query a spreadsheet or a csv file'],
  fields: { query: text('Input - Query'), table: table('Input - Table') },
  payload: (values) => ({ inputs: { query: values.query, table: values.table } }),
  result: cellsResult,
});
