import { cellsResult, defineTask, rowValuesResult, table, text } from '../define-task.ts';

export const tableTasks = {
  'table-question-answering': defineTask({
    summary: 'Answers a question from the cells of a table.',
    aliases: ['tableqa', 'table-qa', 'tqa'],
    intents: ['ask about a table', 'query a spreadsheet or a csv file'],
    fields: { query: text('Input - Query'), table: table('Input - Table') },
    payload: (values) => ({ inputs: { query: values.query, table: values.table } }),
    result: cellsResult,
  }),
  'tabular-classification': defineTask({
    summary: 'Predicts a category for each row of a table.',
    aliases: ['classify-rows'],
    intents: ['predict a category from a table', 'classify customers, churn or fraud'],
    fields: { data: table() },
    payload: (values) => ({ inputs: { data: values.data } }),
    result: rowValuesResult,
    metrics: ['accuracy', 'macroF1'],
  }),
  'tabular-regression': defineTask({
    summary: 'Predicts a number for each row of a table.',
    aliases: ['regression'],
    intents: ['predict a number from a table', 'estimate a price'],
    fields: { data: table() },
    payload: (values) => ({ inputs: { data: values.data } }),
    result: rowValuesResult,
  }),
};
