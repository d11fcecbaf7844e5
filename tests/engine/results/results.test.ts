import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  fileFromBlob,
  getReader,
  getResponseMedia,
  isTaskId,
  OutputError,
  taskNamed,
  tasks,
  type ResultDefinition,
} from '@tryout/engine';
import { chat, connectionAt, rejection } from '../../support/ask.ts';
import { serve } from '../../support/loopback.ts';

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
const image = fileFromBlob(new Blob(['x']), 'x.png', 'image/png');

/** Inputs that result in the recorded request. */
function inputsOf({ request }: Recording): Record<string, unknown> {
  const inputs = request.json?.inputs;
  const named = typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs) ? inputs : {};
  const text = [inputs].flat().find((one) => typeof one === 'string') ?? '';
  return { text, image: image, sentences: [], table: {}, context: '', ...named };
}

const definitionOf = (id: string) =>
  getReader(taskNamed(id).result) as ResultDefinition<never, unknown, unknown>;

describe('recorded responses of the API', () => {
  test('the recordings exist', (context) => {
    if (recorded.length === 0) context.skip('the recorded responses are not available');
    expect(ofTasks.length).toBeGreaterThanOrEqual(20);
  });

  test.each(ofTasks.map((one) => [one.task, one] as const))('%s', (id, recording) => {
    const definition = definitionOf(id);
    const inputs = inputsOf(recording);
    const value = definition.read(recording.response.json, inputs);
    expect(value).toMatchObject(expectedOf(recording) as object);
    expect(() => definition.view(value, inputs)).not.toThrow();
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

describe.each([
  ...tasks
    .filter(({ result }) => !getResponseMedia(result.kind))
    .map((task) => [task.id, task.result] as const),
  ['chat', taskNamed('text-generation').conversation!.result] as const,
])('%s', (_id, result) => {
  const definition = getReader(result) as ResultDefinition<never, unknown, unknown>;
  const table = { a: ['1'] };
  const inputs = { text: 'ham', context: 'ham', sentences: ['ham'], table, data: table, image: image };

  test('random JSON is either a valid answer or an OutputError (property)', () => {
    fc.assert(
      fc.property(json, (answer) => {
        let value: unknown;
        try {
          value = definition.read(answer, inputs);
        } catch (error) {
          expect(error).toBeInstanceOf(OutputError);
          expect((error as Error).message).toMatch(/^Invalid inference output: /);
          return;
        }
        definition.view(value, inputs);
        JSON.stringify(value);
      }),
      { numRuns: 400 },
    );
  });
});

describe('differences between servers', () => {
  test('scores are sorted in descending order', () => {
    const rows = [
      { label: 'a', score: 0.1 },
      { label: 'b', score: 0.9 },
      { label: 'c', score: 0.1 },
    ];
    expect(definitionOf('text-classification').read(rows, {})).toMatchObject([
      { label: 'b' },
      { label: 'a' },
      { label: 'c' },
    ]);
  });

  test.each([
    [{ sequence: 'ham', labels: ['a', 'b'], scores: [0.1, 0.9] }],
    [[{ sequence: 'ham', labels: ['a', 'b'], scores: [0.1, 0.9] }]],
    [
      [
        { label: 'a', score: 0.1 },
        { label: 'b', score: 0.9 },
      ],
    ],
  ])('zero-shot classification accepts several formats: %j', (answer) => {
    expect(definitionOf('zero-shot-classification').read(answer, { text: 'ham' })).toEqual({
      sequence: 'ham',
      labels: ['b', 'a'],
      scores: [0.9, 0.1],
    });
  });

  test('positions count code points; the view uses UTF-16 positions', () => {
    const text = '🎈🎈 Anna';
    const answer = [{ entity_group: 'PER', word: 'Anna', start: 3, end: 7, score: 1 }];
    const definition = definitionOf('token-classification');
    const { spans } = definition.view(definition.read(answer, { text }), { text }) as {
      spans: { start: number; end: number }[];
    };
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(['Anna']);
  });

  test('positions after the end of the text are clamped', () => {
    const definition = definitionOf('question-answering');
    const answer = { answer: 'x', start: 5, end: 99, score: 1 };
    const view = definition.view(definition.read(answer, {}), { context: 'short' });
    expect(view).toMatchObject({ answers: [{ span: { start: 5, end: 5 } }] });
  });

  test.each([
    [[1, 2], [2]],
    [[[1, 2]], [1, 2]],
    [[[[1, 2]]], [1, 1, 2]],
  ])('vectors have one to three dimensions: %j', (answer, shape) => {
    const definition = definitionOf('feature-extraction');
    expect(definition.view(definition.read(answer, {}), {})).toMatchObject({ shape });
  });

  test.each([[[[[[1]]]]], [[]], [[1, 'a']], [[[1], 2]], [[[1], [[1]]]]])(
    'invalid vectors are rejected: %j',
    (answer) => {
      expect(() => definitionOf('feature-extraction').read(answer, {})).toThrow(OutputError);
    },
  );
});
