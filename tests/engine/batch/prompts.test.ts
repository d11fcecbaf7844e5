import {
  createMapping,
  fillPrompt,
  findCandidates,
  parsePromptFile,
  parseShard,
  runBatch,
  taskNamed,
  textPrompt,
} from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { connectionAt } from '../../support/ask.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { answerJson } from '../../support/loopback.ts';
import { memoryJournal, sourceOf } from './support.ts';

const file = `
name: Rate
model: org/chat
modelParameters:
  temperature: 0.2
  maxTokens: 20
messages:
  - role: system
    content: You rate {{kind}}.
  - role: user
    content: Good!
  - role: assistant
    content: "5"
  - role: user
    content: "{{ input }}"
testData:
  - input: Bad
    expected: "1"
evaluators:
  - name: digit
    string:
      equals: "{{expected}}"
responseFormat: json_schema
jsonSchema: '{"name": "rate", "schema": {"type": "object"}}'
`;

describe('prompt files', () => {
  test('hold a conversation, a model, parameters, a schema, rows and tests', async () => {
    const prompt = await parsePromptFile(file, 'a.prompt.yml');
    expect(prompt).toMatchObject({
      model: 'org/chat',
      parameters: { temperature: '0.2', max_tokens: '20' },
      schema: { type: 'object' },
      rows: [{ input: 'Bad', expected: '1' }],
      checks: [{ name: 'digit', tests: { equals: '{{expected}}' } }],
    });
    expect(fillPrompt(prompt, (name) => `<${name}>`)).toEqual({
      text: '<input>',
      chat: {
        system: 'You rate <kind>.',
        exchanges: [{ prompt: { text: 'Good!', images: [] }, answer: '5' }],
        images: [],
      },
    });
  });

  test.each([
    'https://example.com/v1/chat/completions',
    'HTTP://127.0.0.1:8000',
    'https:example.com',
    'https://huggingface.co/org/chat',
  ])('X29: a prompt file does not choose the address %s for the input', async (address) => {
    const text = file.replace('model: org/chat', `model: ${address}`);
    await expect(parsePromptFile(text, 'a.prompt.yml')).rejects.toThrow(/a\.prompt\.yml names an address/);
  });

  const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'b,c,d,e,f,g,h,i,j'
    .split(',')
    .map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghij'[index]}`).join(',')}]`)
    .join('\n')}\nmessages: *j`;

  test.each([
    ['aliases that multiply', bomb],
    ['deep lists', `messages: ${'['.repeat(3000)}${']'.repeat(3000)}`],
    ['no messages', 'name: x'],
    ['an answer at the end', 'messages:\n  - {role: assistant, content: hi}'],
    ['an invalid pattern', `${file.split('jsonSchema')[0]}jsonSchema: '{"schema":{"pattern":"("}}'`],
    ['invalid YAML', 'messages: ]['],
    ['an evaluator without a test', file.replace(/string:\n.*/, 'string: {}')],
    ['a test of a list', file.replace('"{{expected}}"', '[a]')],
  ])('refuses %s', async (_name, text) => {
    await expect(parsePromptFile(text, 'a.prompt.yml')).rejects.toMatchObject({ outcome: 'input' });
  });
});

/** Names that every object has. */
const inherited = [
  'constructor',
  '__proto__',
  '__defineGetter__',
  '__lookupGetter__',
  'toString',
  'hasOwnProperty',
  'valueOf',
];

describe('X42: names that every object has', () => {
  test.each([...inherited, 'regex'])(
    'an evaluator with the test %s is refused before anything is sent',
    async (name) => {
      const text = file.replace('equals:', `"${name}":`);
      await expect(parsePromptFile(text, 'a.prompt.yml')).rejects.toMatchObject({
        outcome: 'input',
        message: expect.stringContaining(`unknown test '${name}'`) as string,
      });
    },
  );

  test('an evaluator may have one of them', async () => {
    const hub = await fakeHub({
      models: [hubModel('org/chat', { task: 'text-generation', serves: 'conversational' })],
      inference: answerJson({ choices: [{ message: { content: '5' } }] }),
    });
    const task = taskNamed('text-generation');
    const candidates = await findCandidates(connectionAt(hub.url), task, [{ model: 'org/chat' }], 1);
    for (const name of inherited) {
      const text = file.split('responseFormat')[0]!.replace('digit', name);
      const prompt = await parsePromptFile(text, 'a.prompt.yml');
      const journal = memoryJournal();
      const sources = [sourceOf(...['5', '6'].map((expected) => ({ kind: 'food', input: name, expected })))];
      await runBatch({ task, candidates, sources, prompt, run: { stream: false }, concurrency: 1 }, journal);
      const checks = journal.lines.map((line) => Object.entries(line.checks!));
      expect(checks).toEqual([[[name, true]], [[name, false]]]);
    }
  });

  test.each(inherited)('rows without the column %s have no cell for it', async (name) => {
    const prompt = textPrompt(`Rate {{${name}}}`);
    const options = { task: taskNamed('text-generation'), prompt };
    const first = JSON.parse(`{"${name}":"good"}`) as Record<string, string>;
    const mapping = createMapping(Object.keys(first), options);
    const bind = (row: Record<string, string>) => mapping.bind(row, sourceOf(row));
    expect(await bind(first)).toMatchObject({ values: { text: 'Rate good' } });
    expect(JSON.stringify(await bind({ other: 'x' }).catch((error: Error) => error.message))).not.toMatch(
      /function|native/,
    );
  });
});

describe('columns and fields', () => {
  const task = taskNamed('zero-shot-classification');

  test('names of fields need no option, also in snake case', async () => {
    const row = { text: 'a', candidate_labels: '["x","y"]', label: 'x' };
    const mapping = createMapping(Object.keys(row), { task });
    expect(await mapping.bind(row, sourceOf(row))).toMatchObject({
      values: { text: 'a', candidateLabels: ['x', 'y'] },
      input: { text: 'a', candidateLabels: ['x', 'y'] },
    });
    expect(mapping.restOf(row)).toEqual({ label: 'x' });
  });

  test('a column named label holds the right answers, unless an option maps it', async () => {
    const row = { text: 'a', label: 'x,y' };
    expect(() => createMapping(Object.keys(row), { task })).toThrow('No column for label');
    const mapping = createMapping(Object.keys(row), { task, columns: { label: 'label' } });
    expect((await mapping.bind(row, sourceOf(row))).values).toMatchObject({ candidateLabels: ['x', 'y'] });
  });

  test('prompts take numbers, lists and null, and name unknown columns', async () => {
    const chat = taskNamed('text-generation');
    const prompt = textPrompt('{{n}} {{list}} {{nothing}}.');
    const row = { n: 1, list: [1, 'a'], nothing: null };
    const mapping = createMapping(Object.keys(row), { task: chat, prompt });
    expect((await mapping.bind(row, sourceOf(row))).input).toEqual({ text: '1 [1,"a"] .' });
    expect(() => createMapping(['review'], { task: chat, prompt: textPrompt('{{reviews}}') })).toThrow(
      /{{reviews}}/,
    );
  });
});

describe('shards', () => {
  test.each([
    ['2/4', {}, { index: 2, count: 4 }],
    [
      'auto',
      { SLURM_ARRAY_TASK_ID: '7', SLURM_ARRAY_TASK_MIN: '5', SLURM_ARRAY_TASK_COUNT: '4' },
      { index: 3, count: 4 },
    ],
    ['auto', { JOB_COMPLETION_INDEX: '0', JOB_COMPLETIONS: '3' }, { index: 1, count: 3 }],
    ['auto/5', { JOB_COMPLETION_INDEX: '4' }, { index: 5, count: 5 }],
    ['auto', { AWS_BATCH_JOB_ARRAY_INDEX: '1', AWS_BATCH_JOB_ARRAY_SIZE: '2' }, { index: 2, count: 2 }],
    ['auto', { STRATEGY_JOB_INDEX: '3', STRATEGY_JOB_TOTAL: '4' }, { index: 4, count: 4 }],
  ])('%s with %o', (text, variables, shard) => {
    expect(parseShard(text, variables)).toEqual(shard);
  });

  test.each([
    ['0/4', {}],
    ['5/4', {}],
    ['1', {}],
    ['auto', {}],
    ['auto', { JOB_COMPLETION_INDEX: '1' }],
    ['auto', { SLURM_ARRAY_TASK_ID: '9', SLURM_ARRAY_TASK_MIN: '1', SLURM_ARRAY_TASK_COUNT: '3' }],
  ])('refuses %s with %o', (text, variables) => {
    expect(() => parseShard(text, variables)).toThrow('Invalid --shard');
  });
});
