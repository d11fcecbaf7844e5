import { defineModel } from '../../define-model.ts';
import { stemRules } from '../text/stem.ts';
import { answerTableRequest } from './table-answer.ts';
import { tableLimits } from './table-grid.ts';
import { operationRules } from './table-question.ts';
import { longestQuestion, readTableRequest } from './table-request.ts';

const card = `
Answers English questions about a table by rules: it looks cells up, counts, adds, averages and finds the highest and
lowest.

## How it works

**Rows.** A cell is mentioned if its words stand in the question, in order and side by side. The rows with the most
mentioned cells are meant; all rows if no cell is mentioned. *More than*, *greater than*, *over*, *above*, *at least*,
*less than*, *fewer than*, *under*, *below* or *at most* with a number keeps the rows that fit; that number
mentions no cell.

**Columns.** A column is mentioned if at least half of the words of its name are in the question, by stem; the greatest
share comes first, then the longer name, then the earlier column. Columns of mentioned cells do not count. ${stemRules}

**Operation**, the first in this table of which the question has a word, apart from a bound's; otherwise a look-up:

| operation | words |
|---|---|
${operationRules}

- *average*, *sum*: over the numbers of the mentioned column of numbers, else of the first one.
- *highest*, *lowest*: the row with that number in the same column, of equal ones the first. The answer is the mentioned
  column of texts in this row; without one, the first column if the question begins with *who* or *which*, else the
  number itself.
- *count*: of rows, with the cells of the mentioned column of texts, else of the first column. But if a column of numbers
  is mentioned and there is no bound, it is the number of the one row, or the sum over several.
- *look-up*: the mentioned column of texts, else of numbers (with a bound: the first column). Without one, the first
  column if a cell of another was mentioned, else all other cells of the row.

## Output

\`aggregator\` is SUM, AVERAGE, COUNT or NONE, \`cells\` are the cells that went into it, \`coordinates\` their [row, column]
from 0. \`answer\` is the computed number, or the cells with ", " between them. A sum has as many decimals as the cell with
most, an average up to two more. *36,542*, *$5.20*, *12%* and *40 km* are numbers.

## Limits

One operation a question, no comparing of rows, no synonyms (*cost* for *price*). A question that names nothing of the
table, and an empty table, are input errors. A table may have ${tableLimits}; a larger
one is an input error. Only the first ${longestQuestion} characters of a question are read.
`;

const table = {
  Repository: ['Transformers', 'Datasets', 'Tokenizers'],
  Stars: ['36542', '4512', '3934'],
  Contributors: ['651', '77', '34'],
  'Programming language': ['Python', 'Python', 'Rust, Python and NodeJS'],
};

/** Questions about tables by rules. */
export const tableRules = defineModel({
  id: 'sandbox/table-rules',
  task: 'table-question-answering',
  card,
  examples: [
    { example_title: 'One cell', text: 'How many stars does the transformers repository have?', table },
    { example_title: 'A sum', text: 'What is the total number of stars?', table },
    { example_title: 'The highest', text: 'Which repository has the most contributors?', table },
    { example_title: 'With a bound', text: 'How many repositories have more than 4000 stars?', table },
  ],
  answer: ({ query, table: cells }) => answerTableRequest(readTableRequest(query, cells)),
});
