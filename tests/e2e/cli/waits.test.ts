import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { fakeHub, hubModel, type Reply } from '../../support/fake-hub.ts';
import { answerInTurn, answerJson, type RequestHandler } from '../../support/loopback.ts';
import { completion } from '../../support/priced-hub.ts';
import { skipWaits } from '../../support/skip-waits.ts';

const environment = { HF_TOKEN: 'hf_sandbox' };

afterEach(() => vi.restoreAllMocks());

const labels = answerJson([{ label: 'A', score: 1 }]);
const loading = (body: object, headers: Record<string, string> = {}) =>
  answerJson({ error: 'Model m is currently loading', ...body }, 503, headers);
const busy = (headers: Record<string, string>, status = 429) =>
  answerJson({ error: 'Busy' }, status, headers);
const until = (seconds: number): RequestHandler => {
  return (request, response) => {
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    answerJson({ error: 'Busy' }, 503, { 'Retry-After': date })(request, response);
  };
};

const run = ['run', 'sentiment', 'good', '-m', 'org/model'];
const chat = ['chat', 'Hello', '-m', 'org/chat', '--no-stream'];
const batch = ['batch', 'sentiment', 'in.csv', '-m', 'org/model', '-o', 'out.jsonl'];
const compare = ['compare', 'sentiment', 'good', '-m', 'org/model', '-m', 'org/two'];
const dataset = ['batch', 'sentiment', 'hf://datasets/a/b/c/d', '-m', 'org/model', '-o', 'out.jsonl'];
const page = { rows: [{ row_idx: 0, row: { text: 'a' } }], num_rows_total: 1 };

interface Wait {
  readonly words: readonly string[];
  /** The first answer, lazily, since dates are relative. */
  readonly first: () => RequestHandler;
  /** 0 if it is asked again at once. */
  readonly seconds: number;
  /** On standard error. */
  readonly said?: RegExp;
}

const load = (time: string) => new RegExp(`^Waiting for the model to load \\(about ${time}\\)\\.$`, 'm');

test.each<[string, Wait]>([
  [
    'a run: Retry-After',
    { words: run, first: () => loading({}, { 'Retry-After': '37' }), seconds: 37, said: load('37 s') },
  ],
  ['a run: a date in Retry-After', { words: run, first: () => until(95), seconds: 95 }],
  [
    'a run: estimated_time, during which the server holds the next request',
    { words: run, first: () => loading({ estimated_time: 20.4 }), seconds: 0, said: load('20 s') },
  ],
  [
    'a run: both',
    {
      words: run,
      first: () => loading({ estimated_time: 150 }, { 'Retry-After': '42' }),
      seconds: 42,
      said: load('2:30 min'),
    },
  ],
  [
    'a run: an estimated_time that cannot be true',
    {
      words: run,
      first: () => loading({ estimated_time: -5 }, { 'Retry-After': '0' }),
      seconds: 0,
      said: /load\.$/m,
    },
  ],
  [
    'a chat',
    { words: chat, first: () => loading({}, { 'Retry-After': '37' }), seconds: 37, said: load('37 s') },
  ],
  ['a comparison', { words: compare, first: () => loading({}, { 'Retry-After': '37' }), seconds: 37 }],
  ['a batch: 429', { words: batch, first: () => busy({ 'Retry-After': '37' }), seconds: 37 }],
  ['a batch: 503', { words: batch, first: () => busy({ 'Retry-After': '300' }, 503), seconds: 300 }],
  ['a batch: a date', { words: batch, first: () => until(95), seconds: 95 }],
  [
    'a batch: RateLimit of a refusal',
    { words: batch, first: () => busy({ RateLimit: '"api";r=0;t=37' }), seconds: 37 },
  ],
  [
    'a batch: RateLimit of an answer',
    {
      words: batch,
      first: () => answerJson([{ label: 'A', score: 1 }], 200, { RateLimit: '"api";r=0;t=37' }),
      seconds: 37,
    },
  ],
  ['a dataset: 429', { words: dataset, first: () => busy({ 'Retry-After': '37' }), seconds: 37 }],
  ['a dataset: 503', { words: dataset, first: () => busy({ 'Retry-After': '95' }, 503), seconds: 95 }],
])(
  '%s: waits as long as the server says, says so, and goes on',
  async (_name, { words, first, seconds, said }) => {
    const isChat = words === chat;
    const answers: Reply = answerInTurn(first(), isChat ? answerJson(completion('Hi')) : labels);
    const rows = answerInTurn(first(), first(), first(), answerJson(page));
    const hub = await fakeHub({
      models: [
        hubModel('org/model'),
        hubModel('org/two'),
        hubModel('org/chat', { task: 'text-generation', serves: 'conversational', tags: ['conversational'] }),
      ],
      first: ({ url }) => (url.startsWith('/rows') ? rows : undefined),
      inference: words === dataset ? labels : answers,
    });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'in.csv'), 'text\na\nb\nc\n');
    const waits = skipWaits(seconds);
    const { code, stderr } = await cli([...words, ...at(hub)], { folder, environment });
    expect({ code, stderr, waits: [...new Set(waits)] }).toMatchObject({
      code: 0,
      waits: seconds > 0 ? [seconds] : [],
    });
    if (said) expect(stderr).toMatch(said);
  },
);

test.each<[string, readonly string[], RequestHandler, string]>([
  ['a run', run, busy({ 'Retry-After': '37' }), 'Try again in 37 s.'],
  ['a run without a time', run, busy({}), 'Too many requests: wait a minute, then try again.'],
  ['a chat', chat, busy({ RateLimit: '"api";r=0;t=37' }), 'Try again in 37 s.'],
  ['a list of models', ['models', 'sentiment'], busy({ 'Retry-After': '37' }), 'in 37 s'],
  ['a wait of more than 10 minutes', dataset, busy({ 'Retry-After': '601' }), 'in 601 s'],
  ['a wait of a day', dataset, busy({ 'Retry-After': '86400' }), 'in 86400 s'],
  [
    'a wait of more than --timeout',
    [...run, '--timeout', '300'],
    loading({}, { 'Retry-After': '301' }),
    'in 301 s',
  ],
])('%s fails at once, and the hint says when to try again', async (_name, words, reply, hint) => {
  const asked = words[0] === 'models' ? '/api/models?' : words === chat ? '/v1/chat' : '/hf-inference';
  const hub = await fakeHub({
    models: [
      hubModel('org/model'),
      hubModel('org/chat', { task: 'text-generation', serves: 'conversational', tags: ['conversational'] }),
    ],
    ...(words[0] === 'models' ? { listing: reply } : { inference: reply }),
    first: ({ url }) => (url.startsWith('/rows') ? reply : undefined),
  });
  const { code, stderr } = await cli([...words, ...at(hub)], { environment });
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(hint) as string });
  // Anything else would wait.
  if (words !== dataset) expect(hub.received.filter(({ url }) => url.startsWith(asked))).toHaveLength(1);
});
