import { describe, expect, test } from 'vitest';
import { describeFailure, fileFromBlob, type Values } from '@tryout/engine';
import { ask, chat, classify, connectionAt, rejection } from '../support/ask.ts';
import { answerBody, serve, type RequestHandler } from '../support/loopback.ts';
import { tasksOfEachReader } from '../support/task-list.ts';

const depth = 100_000;
const nested = '['.repeat(depth) + ']'.repeat(depth);
const nestedObjects = '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

/** A value for every field. */
const image = fileFromBlob(new Blob(['x']), 'x.png', 'image/png');
const inputs: Values = {
  text: 'ham',
  question: 'ham?',
  context: 'ham',
  query: 'ham?',
  table: { a: ['1'] },
  data: { a: ['1'] },
  image: image,
  audio: fileFromBlob(new Blob(['x']), 'x.wav', 'audio/wav'),
  sourceSentence: 'ham',
  sentences: ['ham', 'eggs'],
  candidateLabels: ['ham', 'eggs'],
};

async function answering(body: string | Buffer, type: string | undefined = 'application/json', status = 200) {
  return serve(answerBody(body, status, type === undefined ? {} : { 'Content-Type': type }));
}

const JSON_TYPE = 'application/json';

/** What no reader sees, and what each of them gets. */
const unread = [
  [JSON_TYPE, nested],
  [JSON_TYPE, nestedObjects],
  [JSON_TYPE, `{"__proto__":1,"x":${nested}}`],
  [JSON_TYPE, '[{"label":"A","score":NaN}]'],
  [JSON_TYPE, ''],
  [JSON_TYPE, ' \n '],
  [JSON_TYPE, '<!doctype html>'],
  ['text/html', '<!doctype html>'],
  ['text/html', '[]'],
  ['application/octet-stream', '[1]'],
  ['image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
] as const;
const read = [
  [JSON_TYPE, 'null'],
  [JSON_TYPE, 'true'],
  [JSON_TYPE, '{}'],
  [JSON_TYPE, '[null]'],
  ['image/png', '{"error":"no"}'],
] as const;

/** For JSON, and for a file. */
const thorough: readonly string[] = ['text-classification', 'text-to-image'];

test.each([...new Set([...thorough, ...tasksOfEachReader().map(({ id }) => id)])])(
  'F38, F39: %s: bodies of other shapes and types are errors and no crash',
  async (id) => {
    let answer: RequestHandler;
    const server = await serve((received, response) => answer(received, response));
    for (const [type, body] of thorough.includes(id) ? [...read, ...unread] : read) {
      answer = answerBody(body, 200, { 'Content-Type': type });
      const error = await rejection(ask(connectionAt(server.url), id, { endpointUrl: server.url }, inputs));
      expect(error, `${type} ${body.slice(0, 40)}`).toMatchObject({
        name: 'OutputError',
        message: expect.stringMatching(/^Invalid inference output: .{1,370}$/s) as string,
      });
    }
  },
);

describe('F38', () => {
  test('a deeply nested value next to a valid answer is rejected', async () => {
    const server = await answering(`[{"label":"A","score":1,"more":${nested}}]`);
    const error = await rejection(classify(connectionAt(server.url), server.url));
    expect(error.message).toBe('Invalid inference output: the response is nested deeper than 100 levels');
  });

  test('a deeply nested value in the usage of a chat is dropped', async () => {
    const events = `data: {"id":"x","created":1,"model":"m","choices":[{"delta":{"content":"one"},"finish_reason":"stop"}],"usage":{"x":${nested}}}\n\n`;
    const server = await answering(events, 'text/event-stream');
    const { value } = await chat(connectionAt(server.url), server.url);
    expect(JSON.stringify(value)).toContain('one');
  });

  test('an error with a deeply nested reason is reported', async () => {
    const deep = '['.repeat(15_000) + ']'.repeat(15_000);
    for (const body of [`{"error":${deep}}`, `{"error":{"a":${deep}}}`, `{"detail":[${deep}]}`]) {
      const server = await answering(body, 'application/json', 500);
      const error = await rejection(classify(connectionAt(server.url), server.url));
      expect(error).toMatchObject({ name: 'InferenceError', status: 500 });
      expect(() => JSON.stringify(describeFailure(error))).not.toThrow();
    }
  });

  test.each([
    ['infinite scores', '[{"label":"A","score":1e999}]'],
    ['scores that are strings', '[{"label":"A","score":"1"}]'],
    ['missing scores', '[{"label":"A"}]'],
    ['missing labels', '[{"score":1}]'],
    ['one invalid row among valid ones', '[{"label":"A","score":1},{"label":"B"}]'],
  ])('%s are an error', async (_what, body) => {
    const server = await answering(body);
    const error = await rejection(classify(connectionAt(server.url), server.url));
    expect(error.message).toMatch(
      /^Invalid inference output: expected a list of \{label, score\}, got a list of/,
    );
  });

  test('__proto__ and constructor in an answer do not pollute prototypes', async () => {
    const row =
      '{"label":"A","score":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const server = await answering(`[${row}]`);
    const { value } = await classify(connectionAt(server.url), server.url);
    const [first = {}] = value as object[];
    expect('polluted' in {}).toBe(false);
    expect('polluted' in first).toBe(false);
    expect('polluted' in { ...first }).toBe(false);
    expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
    expect(Object.assign({}, first)).not.toHaveProperty('polluted');
  });

  test('labels named like object properties are kept', async () => {
    const server = await answering('[{"label":"__proto__","score":0.6},{"label":"constructor","score":0.4}]');
    expect((await classify(connectionAt(server.url), server.url)).value).toEqual([
      { label: '__proto__', score: 0.6 },
      { label: 'constructor', score: 0.4 },
    ]);
  });
});

describe('F39', () => {
  test('JSON without a content type is accepted', async () => {
    const server = await answering('[{"label":"A","score":1}]', undefined);
    expect((await classify(connectionAt(server.url), server.url)).value).toEqual([{ label: 'A', score: 1 }]);
  });

  test('204 is an error', async () => {
    const server = await serve(answerBody('', 204));
    const error = await rejection(classify(connectionAt(server.url), server.url));
    expect(error.message).toBe('Invalid inference output: the response is empty');
  });

  test.each([
    ['null', 'null'],
    ['no choices', '{"id":"x","created":1,"model":"m","choices":[]}'],
    ['choices without a message', '{"id":"x","created":1,"model":"m","choices":[{}]}'],
    ['an infinite date', '{"id":"x","created":1e999,"model":"m","choices":[{"message":{"content":""}}]}'],
  ])('a chat response without streaming: %s', async (_what, body) => {
    const server = await answering(body);
    const error = await rejection(chat(connectionAt(server.url), server.url, {}, { stream: false }));
    expect(error.message).toMatch(/^Invalid inference output: expected a chat completion/);
  });

  test('an HTML page is not accepted as audio, whatever its content type', async () => {
    const blob = Buffer.from('<html><script>1</script></html>').toString('base64');
    const server = await answering(`[{"label":"A","blob":"${blob}","content-type":"audio/flac"}]`);
    const error = await rejection(
      ask(connectionAt(server.url), 'audio-to-audio', { endpointUrl: server.url }, inputs),
    );
    expect(error.message).toMatch(/^Invalid inference output: expected an audio file, got /);
  });

  test.each(['A', 'QUJ', 'QUJD=', '=AAA', 'QU=D', 'QUJ\n', '****'])(
    'audio that is not base64 is rejected: %j',
    async (blob) => {
      const server = await answering(JSON.stringify([{ label: 'A', blob, 'content-type': 'audio/flac' }]));
      const error = await rejection(
        ask(connectionAt(server.url), 'audio-to-audio', { endpointUrl: server.url }, inputs),
      );
      expect(error.message).toMatch(
        /^Invalid inference output: expected a list of \{label, blob, content-type\}/,
      );
    },
  );
});

describe('S4: answers without the required fields', () => {
  const mask = 'AAAA';
  const cells = { answer: 'ham', aggregator: 'NONE', cells: ['1'], coordinates: [[0, 0]] };
  const entity = { word: 'ham', start: 0, end: 3, score: 1 };
  const answer = { answer: 'ham', start: 0, end: 3, score: 1 };
  const zeroShot = { sequence: 'ham', labels: ['ham', 'eggs'], scores: [0.9, 0.1] };
  const without = (value: object, name: string) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  const askFor = async (id: string, value: unknown) => {
    const server = await answering(JSON.stringify(value));
    return ask(connectionAt(server.url), id, { endpointUrl: server.url }, inputs);
  };

  test.each<[what: string, task: string, answer: unknown]>([
    ['a visual answer without score', 'visual-question-answering', [{ answer: 'ham' }]],
    [
      'one of several visual answers without score',
      'visual-question-answering',
      [{ answer: 'ham', score: 1 }, { answer: 'eggs' }],
    ],
    ['a token without entity', 'token-classification', [entity]],
    ['a table answer without aggregator', 'table-question-answering', without(cells, 'aggregator')],
    ['a table answer without cells', 'table-question-answering', without(cells, 'cells')],
    ['a table answer without coordinates', 'table-question-answering', without(cells, 'coordinates')],
    ['a row outside the table', 'table-question-answering', { ...cells, coordinates: [[1, 0]] }],
    [
      'a column outside the table',
      'table-question-answering',
      {
        ...cells,
        coordinates: [
          [0, 0],
          [0, 1],
        ],
      },
    ],
    ['a mask that is not base64', 'image-segmentation', [{ label: 'A', mask: 'not base64!', score: 1 }]],
    ['a truncated mask', 'image-segmentation', [{ label: 'A', mask: 'AAA', score: 1 }]],
    ['an empty mask', 'image-segmentation', [{ label: 'A', mask: '', score: 1 }]],
    ['more values than rows', 'tabular-classification', [1, 2]],
    ['more numbers than rows', 'tabular-regression', [1, 2, 3]],
    ['more numbers than sentences', 'sentence-similarity', [1, 2, 3]],
    [
      'more labels than candidates',
      'zero-shot-classification',
      { sequence: 'ham', labels: ['ham', 'eggs', 'spam'], scores: [0.6, 0.3, 0.1] },
    ],
    [
      'more labels than candidates for an image',
      'zero-shot-image-classification',
      ['ham', 'eggs', 'spam'].map((label) => ({ label, score: 0.3 })),
    ],
    ['several summaries', 'summarization', [{ summary_text: 'ham' }, { summary_text: 'eggs' }]],
    ['several transcripts', 'automatic-speech-recognition', [{ text: 'ham' }, { text: 'eggs' }]],
    ['several table answers', 'table-question-answering', [cells, cells]],
    ['several zero-shot answers', 'zero-shot-classification', [zeroShot, zeroShot]],
    ['one of several answers without position', 'question-answering', [answer, without(answer, 'start')]],
    ['no answers', 'question-answering', []],
  ])('%s is rejected', async (_what, task, value) => {
    const error = await rejection(askFor(task, value));
    expect(error.name).toBe('OutputError');
    expect(error.message).toMatch(/^Invalid inference output: expected /);
  });

  test.each<[what: string, task: string, answer: unknown, value: unknown]>([
    [
      'a document answer without score',
      'document-question-answering',
      [{ answer: 'ham' }],
      [{ answer: 'ham' }],
    ],
    [
      'a token with an unaggregated label',
      'token-classification',
      [{ ...entity, entity: 'B-X' }],
      [{ ...entity, entity: 'B-X' }],
    ],
    ['a table answer in a list', 'table-question-answering', [cells], cells],
    ['a mask in base64', 'image-segmentation', [{ label: 'A', mask }], [{ label: 'A', mask }]],
    ['a single answer', 'question-answering', answer, answer],
    ['an answer in a list', 'question-answering', [answer], answer],
  ])('%s is accepted', async (_what, task, given, value) => {
    expect((await askFor(task, given)).value).toEqual(value);
  });

  test('question answering keeps all answers, best first', async () => {
    const answers = [
      { answer: 'ha', start: 0, end: 2, score: 0.2 },
      { answer: 'ham', start: 0, end: 3, score: 0.7 },
      { answer: 'h', start: 0, end: 1, score: 0.1 },
    ];
    const { value, view } = await askFor('question-answering', answers);
    const best = [answers[1], answers[0], answers[2]];
    expect(value).toEqual(best);
    expect(view).toMatchObject({
      kind: 'answers',
      context: 'ham',
      answers: best.map((row) => ({
        answer: row!.answer,
        score: row!.score,
        span: { start: 0, end: row!.end },
      })),
    });
  });
});
