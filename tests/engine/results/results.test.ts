import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isTaskId, type RunResult, type Values } from '@tryout/engine';
import { ask, chat, connectionAnswering, connectionAt, rejection } from '../../support/ask.ts';
import { exampleValues } from '../../support/example-values.ts';
import { serve } from '../../support/loopback.ts';
import { tasksOfEachReader } from '../../support/task-list.ts';
import { figuresOf } from '../measure/support.ts';

const folder = new URL('../../../../shared/recordings/', import.meta.url);

interface Recording {
  readonly task: string;
  readonly request: { readonly json?: { readonly inputs?: unknown } };
  readonly response: {
    readonly status: number;
    readonly contentType: string;
    readonly json?: unknown;
    readonly text?: string;
  };
}

function recordings(): Recording[] {
  try {
    return readdirSync(folder).map(
      (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recording,
    );
  } catch {
    return [];
  }
}

const recorded = recordings();
const ofTasks = recorded.filter(({ task }) => isTaskId(task));
/** The result that a task's answer is read as. */
function read(task: string, json: unknown, inputs: Values = {}, isChat = false): Promise<RunResult> {
  const endpointUrl = `http://127.0.0.1:9/${isChat ? 'v1/chat/completions' : ''}`;
  const connection = connectionAnswering(() => ({ json }));
  return ask(connection, task, { endpointUrl }, { ...exampleValues, ...inputs }, { stream: false });
}

describe('recorded responses of the API', () => {
  test('the recordings exist', (context) => {
    if (recorded.length === 0) context.skip('the recorded responses are not available');
    expect(ofTasks.length).toBeGreaterThanOrEqual(20);
  });

  test.each(ofTasks.map((one) => [one.task, one] as const))('%s', async (id, recording) => {
    const inputs = recording.request.json?.inputs;
    const text = [inputs].flat().find((one) => typeof one === 'string') ?? '';
    const named = typeof inputs === 'object' && !Array.isArray(inputs) ? inputs : {};
    const { value } = await read(id, recording.response.json, {
      ...{ text, candidateLabels: ['a', 'b', 'c'] },
      ...named,
    });
    expect(value).toMatchObject(expectedOf(recording) as object);
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  test.each(recorded.filter(({ response }) => response.status >= 400).map((one) => [one.task, one] as const))(
    '%s has the specified message',
    async (_name, { response }) => {
      const server = await serve((_, out) => {
        out.writeHead(response.status, { 'Content-Type': response.contentType });
        out.end(response.text ?? JSON.stringify(response.json));
      });
      const { error } = JSON.parse(response.text ?? '{}') as { error: string };
      const endpoint = `${server.url}/v1/chat/completions`;
      expect((await rejection(chat(connectionAt(server.url), server.url))).message).toBe(
        `Server ${endpoint} does not seem to support chat completion. Error: ${error}`,
      );
    },
  );
});

/** The value according to the command-line contract, which unwraps lists with one item for some tasks. */
function expectedOf({ task, response }: Recording): unknown {
  const { json } = response;
  if (task === 'object-detection') return (json as { score: number }[]).toSorted((a, b) => b.score - a.score);
  const opened = new Set([
    'image-to-text',
    'text-generation',
    'summarization',
    'translation',
    'zero-shot-classification',
    'text-classification',
  ]);
  return opened.has(task) && Array.isArray(json) ? (json as unknown[])[0] : json;
}

/** Field names that make random JSON resemble valid responses. */
const names = [
  'label',
  'score',
  'labels',
  'scores',
  'sequence',
  'box',
  'xmin',
  'ymin',
  'xmax',
  'ymax',
  'mask',
  'blob',
  'content-type',
  'text',
  'generated_text',
  'summary_text',
  'translation_text',
  'answer',
  'start',
  'end',
  'cells',
  'coordinates',
  'aggregator',
  'entity_group',
  'word',
  'token',
  'token_str',
  'id',
  'created',
  'model',
  'choices',
  'message',
  'content',
  '__proto__',
  'constructor',
  'length',
  'toString',
];

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, 0, -1, 0.5, 1e308, Infinity, '', 'A', 'QUJD', 'audio/wav'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
  ),
})).value;

const kindsOfFiles = ['image', 'audio', 'video'];

test.each([
  ...tasksOfEachReader()
    .filter(({ result }) => !kindsOfFiles.includes(result.kind))
    .map(({ id }) => [id, false] as const),
  ['text-generation', true] as const,
])('%s, as a chat: %s: random JSON is a valid answer or an error of the output (property)', (id, isChat) =>
  fc.assert(
    fc.asyncProperty(json, async (answer) => {
      const { error } = await read(id, answer, {}, isChat).then(
        () => ({ error: undefined }),
        (reason: unknown) => ({ error: reason }),
      );
      if (error !== undefined)
        expect(error).toMatchObject({
          name: 'OutputError',
          message: expect.stringMatching(/^Invalid inference output: /) as string,
        });
    }),
    { numRuns: 25 },
  ),
);

describe('positions count code points; the result has positions in UTF-16', () => {
  const text = '🎈🎈 Anna 👩‍🚀 İ é';
  const at = (word: string) => {
    const start = [...text.slice(0, text.indexOf(word))].length;
    return { start, end: start + [...word].length };
  };
  const words = ['Anna', '👩‍🚀', 'İ', 'é', '🎈🎈 Anna'];
  const context = { text, context: text };

  test.each<[string, string, (word: string) => unknown]>([
    ['entities', 'token-classification', (word) => [{ entity_group: 'X', word, ...at(word), score: 1 }]],
    [
      'entities without aggregation',
      'token-classification',
      (word) => [{ entity: 'B-X', word, index: 1, ...at(word), score: 1 }],
    ],
    ['an answer in a text', 'question-answering', (word) => ({ answer: word, ...at(word), score: 1 })],
    [
      'several answers in a text',
      'question-answering',
      (word) => [
        { answer: word, ...at(word), score: 0.9 },
        { answer: '🎈', start: 0, end: 1, score: 0.1 },
      ],
    ],
  ])('%s', async (_name, task, answer) => {
    for (const word of words) {
      const { view } = await read(task, answer(word), context);
      const spans =
        view.kind === 'spans'
          ? view.spans
          : view.kind === 'answers'
            ? view.answers.map(({ span }) => span!)
            : expect.fail();
      expect(text.slice(spans[0]?.start, spans[0]?.end)).toBe(word);
    }
  });

  test('words without positions are found in the text', async () => {
    const astral = '🎈🎈 Anna 👩‍🚀 Oslo';
    const answer = ['anna', '##👩‍🚀', '▁oslo'].map((word) => ({ entity: 'X', word, score: 1 }));
    const { view } = await read('token-classification', answer, { text: astral });
    if (view.kind !== 'spans') return expect.fail();
    expect(view.spans.map(({ start, end }) => astral.slice(start, end))).toEqual(['Anna', '👩‍🚀', 'Oslo']);
  });

  test('labels of a data set, and one tag for each word', async () => {
    const one = [{ entity_group: 'PER', word: 'Anna', ...at('Anna'), score: 1 }];
    const { start, end } = at('Anna');
    const tags = text.split(' ').map((word) => (word === 'Anna' ? 'B-PER' : 'O'));
    for (const label of [[{ start, end, label: 'PER' }], [[start, end, 'PER']], tags])
      expect(await figuresOf('token-classification', [[one, label, { text }]])).toMatchObject({ spanF1: 1 });
    const wrong = [{ start: text.indexOf('Anna'), end: text.indexOf('Anna') + 4, label: 'PER' }];
    expect(await figuresOf('token-classification', [[one, wrong, { text }]])).toMatchObject({ spanF1: 0 });
  });

  test('positions after the end of the text are clamped', async () => {
    const answer = { answer: 'x', start: 5, end: 99, score: 1 };
    const { view } = await read('question-answering', answer, { context: 'short' });
    expect(view).toMatchObject({ answers: [{ span: { start: 5, end: 5 } }] });
  });
});

describe('differences between servers', () => {
  test('scores are sorted in descending order', async () => {
    const rows = [
      { label: 'a', score: 0.1 },
      { label: 'b', score: 0.9 },
      { label: 'c', score: 0.1 },
    ];
    const { value } = await read('text-classification', rows);
    expect(value).toMatchObject([{ label: 'b' }, { label: 'a' }, { label: 'c' }]);
  });

  test('zero-shot classification accepts several formats', async () => {
    const answer = { sequence: 'ham', labels: ['a', 'b'], scores: [0.1, 0.9] };
    const rows = answer.labels.map((label, index) => ({ label, score: answer.scores[index] }));
    for (const form of [answer, [answer], rows]) {
      const { value } = await read('zero-shot-classification', form, { text: 'ham' });
      expect(value).toEqual({ sequence: 'ham', labels: ['b', 'a'], scores: [0.9, 0.1] });
    }
  });

  test.each([
    [[1, 2], [2]],
    [[[1, 2]], [1, 2]],
    [[[[1, 2]]], [1, 1, 2]],
  ])('vectors have one to three dimensions: %j', async (answer, shape) => {
    expect((await read('feature-extraction', answer)).view).toMatchObject({ shape });
  });

  test.each([[[[[[1]]]]], [[]], [[1, 'a']], [[[1], 2]], [[[1], [[1]]]]])(
    'invalid vectors are rejected: %j',
    async (answer) => {
      expect(await rejection(read('feature-extraction', answer))).toMatchObject({ name: 'OutputError' });
    },
  );
});
