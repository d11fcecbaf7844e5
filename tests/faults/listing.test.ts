import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findDefaultInputs,
  findDefaultModel,
  describeFailure,
  identify,
  isModelId,
  listModels,
  lookUpModel,
  fetchModelInfo,
  modelPath,
  taskNamed,
  type Connection,
  type Listing,
} from '@tryout/engine';
import { canary, connectionAt, rejection, requestFor } from '../support/ask.ts';
import { answerBody, answerJson, sendJson, serve, type LoopbackServer } from '../support/loopback.ts';

interface Page {
  readonly rows: unknown;
  readonly link?: string;
}

/** A hub that serves the pages in order, then repeats the last one. */
function hubOf(pages: readonly (Page | ((server: () => LoopbackServer) => Page))[]): Promise<LoopbackServer> {
  let count = 0;
  const server: Promise<LoopbackServer> = serve((_, response) => {
    const page = pages[Math.min(count, pages.length - 1)];
    count += 1;
    void server.then((started) => {
      const { rows, link } = typeof page === 'function' ? page(() => started) : (page ?? { rows: [] });
      sendJson(response, rows, 200, link === undefined ? {} : { Link: link });
    });
  });
  return server;
}

async function list(
  server: LoopbackServer,
  query: Partial<Parameters<typeof listModels>[1]> = {},
  signal?: AbortSignal,
) {
  const snapshots: Listing[] = [];
  const listing = listModels(connectionAt(server.url), { task: 'fill-mask', ...query }, signal);
  for await (const snapshot of listing) snapshots.push(snapshot);
  return { snapshots, last: snapshots.at(-1) ?? expect.fail('nothing was listed') };
}

const row = (id: string, downloads = 0, likes = 0) => ({ id, downloads, likes });
const names = ({ models }: Listing) => models.map(({ name }) => name);

describe('S7: a response of the hub with an unexpected type or shape', () => {
  const answering = (type: string, body: string) => serve(answerBody(body, 200, { 'Content-Type': type }));

  test.each([
    ['text/html', '<h1>Welcome</h1>', 'expected JSON, got text/html'],
    ['application/json', '{', 'the response is not valid JSON'],
    ['application/json', '', 'the response is empty'],
    ['application/json', '{}', 'expected a list of models'],
  ])('%s %s says to check the hub address', async (type, body, expectation) => {
    const server = await answering(type, body);
    expect(await rejection(list(server))).toMatchObject({
      name: 'HubResponseError',
      message: `Unexpected response from 127.0.0.1:${server.port}: ${expectation}`,
      hint: 'Check the hub URL, or try again later.',
    });
  });

  const questions: [string, (connection: Connection) => Promise<unknown>][] = [
    ['a model', (connection) => lookUpModel(connection, 'a/b')],
    ['the details of a model', (connection) => fetchModelInfo(connection, 'a/b')],
    [
      'the widget examples of a model',
      (connection) => findDefaultInputs(connection, taskNamed('fill-mask'), 'a/b'),
    ],
    ['the default model of a task', (connection) => findDefaultModel(connection, 'fill-mask')],
    ['the user', (connection) => identify(connection)],
  ];

  test.each(questions)(
    '%s: an unexpected shape is not reported as an inference output',
    async (_what, ask) => {
      const server = await answering('application/json', '7');
      const error = await rejection(ask(connectionAt(server.url)));
      expect(error).toMatchObject({ name: 'HubResponseError', code: 'UNEXPECTED_RESPONSE' });
    },
  );
});

describe('F45: the Link header', () => {
  const forms: [string, string][] = [
    ['absolute', '<{url}/api/models?cursor=2>; rel="next"'],
    ['relative', '</api/models?cursor=2>; rel="next"'],
    ['relative to the page', '<?cursor=2>; rel=next'],
    ['unquoted', '<{url}/api/models?cursor=2>; rel=next'],
    [
      'among other links',
      '</first>; rel="first", </api/models?cursor=2>; rel="next"; title="a, b", </last>; rel=last',
    ],
    ['with several relations', '</api/models?cursor=2>; rel="prefetch next"'],
    ['in uppercase', '</api/models?cursor=2>; REL="Next"'],
    ['with a comma in the URL', '</api/models?cursor=2&expand=a,b>; rel="next"'],
  ];

  test.each(forms)('%s', async (_how, link) => {
    const pages = await hubOf([
      (server) => ({ rows: [row('a/1')], link: link.replace('{url}', server().url) }),
      { rows: [row('a/2')] },
    ]);
    const { last, snapshots } = await list(pages);
    expect(names(last)).toEqual(['a/1', 'a/2']);
    expect(snapshots.map(({ done }) => done)).toEqual([false, true]);
    expect(pages.received[1]?.url).toMatch(/^\/api\/models\?cursor=2/);
    expect(pages.received[1]?.headers.authorization).toBe(`Bearer ${canary}`);
  });

  test.each(['nonsense', '<', '</x>; rel="prev"', '<http://[>; rel="next"', '', 'rel="next"'])(
    'without a valid next page ends the list: %j',
    async (link) => {
      const { last, snapshots } = await list(await hubOf([{ rows: [row('a/1')], link }]));
      expect(names(last)).toEqual(['a/1']);
      expect(snapshots).toHaveLength(1);
    },
  );

  test('to another origin is not followed and gets no token; earlier pages are returned first', async () => {
    const foreign = await hubOf([{ rows: [row('evil/1')] }]);
    const server = await hubOf([{ rows: [row('a/1')], link: `<${foreign.url}/api/models>; rel="next"` }]);
    const snapshots: Listing[] = [];
    const error = await rejection(
      (async () => {
        for await (const page of listModels(connectionAt(server.url), { task: 'fill-mask' }))
          snapshots.push(page);
      })(),
    );
    expect(error).toMatchObject({ name: 'RedirectError', outcome: 'failed' });
    expect(snapshots.map(names)).toEqual([['a/1']]);
    expect(foreign.received).toHaveLength(0);
  });

  test.each([canary, canary.replace('hf_', '%68%66_')])(
    'X11: containing the token is not followed: %s',
    async (token) => {
      const server = await hubOf([{ rows: [row('a/1')], link: `</api/models?token=${token}>; rel="next"` }]);
      const error = await rejection(list(server));
      expect(error).toMatchObject({
        name: 'RedirectError',
        message: `127.0.0.1:${server.port} put your access token in a URL; the URL was not requested`,
      });
      expect(JSON.stringify(describeFailure(error))).not.toContain(canary);
      expect(server.received).toHaveLength(1);
    },
  );

  test('to an earlier page ends the list', async () => {
    const server = await hubOf([
      { rows: [row('a/1')], link: '</api/models?cursor=2>; rel="next"' },
      { rows: [row('a/2')], link: '</api/models?cursor=2>; rel="next"' },
    ]);
    const { last } = await list(server);
    expect(names(last)).toEqual(['a/1', 'a/2']);
    expect(server.received).toHaveLength(2);
  });

  test('X2: a page of 500 models with 15 providers each is accepted', async () => {
    const provider = (name: number) => ({
      provider: `provider-${name}`,
      providerId: `some-organization/some-model-${name}`,
      status: 'live',
      task: 'fill-mask',
      isModelAuthor: false,
      features: { structuredOutput: true, toolCalling: true },
      providerDetails: { context_length: 131072, pricing: { input: 0.1, output: 0.2 } },
    });
    const rows = Array.from({ length: 500 }, (_, index) => ({
      ...row(`a/${index}`),
      inferenceProviderMapping: Array.from({ length: 15 }, (_entry, name) => provider(name)),
    }));
    expect((await list(await hubOf([{ rows }]))).last.models).toHaveLength(500);
  });

  test('10,000 empty pages stop at the maximum number of pages', async () => {
    let count = 0;
    const server = await hubOf([
      () => ({ rows: [], link: `</api/models?cursor=${(count += 1)}>; rel="next"` }),
    ]);
    const { last } = await list(server);
    expect(last).toMatchObject({ models: [], done: true });
    expect(server.received.length).toBeLessThanOrEqual(20);
  });

  test('S5: a list with more than 20 pages is marked as truncated, a shorter one is not', async () => {
    let count = 0;
    const endless = await hubOf([
      () => ({ rows: [row(`a/${count}`)], link: `</api/models?cursor=${(count += 1)}>; rel="next"` }),
    ]);
    const { snapshots, last } = await list(endless);
    expect(last).toMatchObject({ done: true, truncated: true });
    expect(snapshots.slice(0, -1).every(({ truncated }) => !truncated)).toBe(true);
    const complete = await hubOf([
      { rows: [row('a/1')], link: '</api/models?cursor=2>; rel="next"' },
      { rows: [row('a/2')] },
    ]);
    expect((await list(complete)).last).toMatchObject({ done: true, truncated: false });
    const full = await hubOf([
      () => ({ rows: [row(`b/${count}`, 9)], link: `</api/models?cursor=${(count += 1)}>; rel="next"` }),
    ]);
    expect((await list(full, { limit: 1 })).last.truncated).toBe(true);
  });
});

describe('F46: rows', () => {
  test('with missing or null fields are listed, invalid ones are dropped and counted', async () => {
    const rows = [
      {
        id: 'a/full',
        downloads: 3,
        likes: 2,
        private: true,
        gated: 'auto',
        pipeline_tag: 'fill-mask',
        lastModified: '2026-01-02T03:04:05.000Z',
      },
      {
        id: 'a/null',
        downloads: null,
        likes: null,
        private: null,
        gated: null,
        pipeline_tag: null,
        lastModified: null,
        inferenceProviderMapping: null,
      },
      { id: 'a/bare' },
      {
        id: 'a/odd',
        downloads: '7',
        likes: Number.NaN,
        lastModified: 'yesterday',
        gated: {},
        inferenceProviderMapping: [null, 5, { provider: 'p' }],
      },
      { modelId: 'a/older' },
      null,
      5,
      'text',
      [],
      {},
      { id: '' },
      { id: 7 },
      { id: null },
    ];
    const { last } = await list(await hubOf([{ rows }]));
    expect(names(last)).toEqual(['a/full', 'a/bare', 'a/null', 'a/odd']);
    expect(last.dropped).toBe(9);
    expect(last.models[0]).toEqual({
      name: 'a/full',
      downloads: 3,
      likes: 2,
      private: true,
      gated: 'auto',
      task: 'fill-mask',
      updatedAt: '2026-01-02T03:04:05.000Z',
      providers: [],
    });
    for (const model of last.models.slice(1)) {
      expect(model).toEqual({
        name: model.name,
        downloads: 0,
        likes: 0,
        private: false,
        gated: false,
        providers: [],
      });
    }
  });

  test('that repeat are listed once', async () => {
    const server = await hubOf([
      { rows: [row('a/1', 5), row('a/1', 5)], link: '</api/models?cursor=2>; rel="next"' },
      { rows: [row('a/1', 5), row('a/2', 1)] },
    ]);
    expect(names((await list(server)).last)).toEqual(['a/1', 'a/2']);
  });

  test.each([
    ['an object', {}],
    ['null', null],
    ['a text', 'models'],
  ])('%s instead of rows is an error', async (_what, rows) => {
    const error = await rejection(list(await hubOf([{ rows }])));
    expect(error).toMatchObject({ name: 'HubResponseError', code: 'UNEXPECTED_RESPONSE' });
  });

  test('live providers are listed from a list or an object', async () => {
    const entry = (provider: string, status: string) => ({
      provider,
      providerId: 'x',
      status,
      task: 'fill-mask',
    });
    const rows = [
      {
        id: 'a/list',
        inferenceProviderMapping: [entry('one', 'live'), entry('two', 'staging'), entry('one', 'live')],
      },
      {
        id: 'a/object',
        inferenceProviderMapping: { one: entry('one', 'live'), two: entry('two', 'staging') },
      },
    ];
    const { last } = await list(await hubOf([{ rows }]));
    expect(last.models.map(({ providers }) => providers)).toEqual([['one'], ['one']]);
  });
});

describe('F47: IDs', () => {
  const wrong = [
    '../../x',
    '..',
    '.',
    '',
    '/',
    'a/',
    '/b',
    'a//b',
    'a/b/c',
    'a/b?x#y',
    'a/b#y',
    'a%2fb',
    '%2f',
    'a/..',
    'a/.b',
    'a b',
    'a/b\n',
    'a\\b',
    'a/b\u202e',
    'ä/b',
    'a/b.',
    'https://evil.test',
    'a@b',
    'a:b/c',
    `a/${'b'.repeat(300)}`,
  ];

  test.each(wrong)('%j is refused before any request', async (id) => {
    const server = await serve(answerJson({}));
    const connection = connectionAt(server.url);
    expect(isModelId(id)).toBe(false);
    expect(await rejection(lookUpModel(connection, id))).toMatchObject({
      name: 'InputError',
      outcome: 'input',
    });
    if (!/^https?:/.test(id)) {
      const error = await rejection(requestFor(connection, 'fill-mask', { model: id }, { text: 'ham' }));
      expect(error).toMatchObject({ name: 'InputError' });
    }
    expect(server.received).toHaveLength(0);
  });

  test.each(['constructor', '__proto__', 'toString/valueOf', 'gpt2', 'a-b_c/d.e-f'])(
    '%s is a valid id',
    async (id) => {
      const mapping = [{ provider: 'hf-inference', providerId: id, status: 'live', task: 'fill-mask' }];
      const server = await serve(answerJson({ id, inferenceProviderMapping: mapping }));
      const { run } = await requestFor(connectionAt(server.url), 'fill-mask', { model: id }, { text: 'ham' });
      expect(server.received[0]?.url).toContain(`/api/models/${id}?`);
      expect(run.route).toMatchObject({
        kind: 'hf-inference',
        url: `${server.url}/hf-inference/models/${id}`,
      });
    },
  );

  test('an ID in a provider mapping is validated', async () => {
    for (const providerId of ['../../v1/x', 'https://evil.test/x', 'a/b?c']) {
      const mapping = [{ provider: 'hf-inference', providerId, status: 'live', task: 'fill-mask' }];
      const server = await serve(answerJson({ id: 'a/b', inferenceProviderMapping: mapping }));
      const error = await rejection(
        requestFor(connectionAt(server.url), 'fill-mask', { model: 'a/b' }, { text: 'ham' }),
      );
      expect(error.message).toContain('is not a model ID');
    }
  });

  test('any text results in a path below /api/models (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abZ09-_./%\\?#:@ é\n') }), (id) => {
        if (!isModelId(id)) return;
        const { pathname, search, hash } = new URL(`https://hub.test/api/models/${modelPath(id)}`);
        expect(pathname.startsWith('/api/models/')).toBe(true);
        expect(decodeURIComponent(pathname)).toBe(`/api/models/${id}`);
        expect(search + hash).toBe('');
      }),
      { numRuns: 500 },
    );
  });
});
