import { taskNamed, tryoutBatchCommand, HUB_URL, INFERENCE_URL } from '@tryout/engine';
import { expect, test } from 'vitest';

const batch = {
  task: taskNamed('question-answering'),
  sources: ['in.csv'],
  models: ['org/model'],
  output: 'out.jsonl',
  values: {},
  parameters: {},
  choices: {},
  retriesErrors: false,
};
const command = (changes: Partial<Parameters<typeof tryoutBatchCommand>[0]>) =>
  tryoutBatchCommand({ ...batch, ...changes }, { hubUrl: HUB_URL, inferenceUrl: INFERENCE_URL }, false);

test('names that start with a dash are no options', () => {
  expect(command({ sources: ['-rf.csv', '--help', 'a-b.csv'] })).toMatch(
    /^tryout batch question-answering \.\/-rf\.csv \.\/--help a-b\.csv -m/,
  );
});

test.each([
  { values: { question: '@home' } },
  { values: { question: 'notes.txt' } },
  { prompt: '@{{name}}' },
])('%j is no file for the command line', (changes) => {
  expect(command(changes)).toContain(' --literal ');
  expect(command({ values: { question: 'Where is it?' } })).not.toContain('--literal');
});
