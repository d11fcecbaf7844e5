import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchLine } from '@tryout/engine';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { fakeHub, hubModel, type FakeHub, type Reply } from '../../support/fake-hub.ts';
import { sendJson } from '../../support/loopback.ts';
import { startMcp, type ToolResult } from '../../support/mcp.ts';
import { skipWaits } from '../../support/skip-waits.ts';

const environment = { HF_TOKEN: 'hf_sandbox' };
/** The highest cost of a short message with `max_tokens` 500. */
const BOUND = 0.0501;

const chatModel = (id: string, providers: readonly string[]) =>
  hubModel(id, { task: 'text-generation', serves: 'conversational', providers, tags: ['conversational'] });

type Pricing = Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;

/** Chat models whose input costs $1 and whose output costs $100 per million tokens, unless they are priced otherwise. */
async function pricedHub(
  inference: Reply,
  pricing: Readonly<Record<string, Pricing>> = {},
): Promise<FakeHub> {
  const all: Readonly<Record<string, Pricing>> = {
    'org/chat': { groq: { input: 1, output: 100 } },
    'org/other': { groq: { input: 1, output: 100 } },
    ...pricing,
  };
  return fakeHub({
    models: [
      ...Object.entries(all).map(([id, providers]) => chatModel(id, Object.keys(providers))),
      hubModel('org/classifier'),
      hubModel('org/painter', { task: 'text-to-image', providers: ['fal-ai'] }),
    ],
    first: ({ url }) =>
      url === '/v1/models'
        ? {
            data: Object.entries(all).map(([id, providers]) => ({
              id,
              providers: Object.entries(providers).map(([provider, prices]) => ({
                provider,
                pricing: prices,
              })),
            })),
          }
        : undefined,
    inference,
  });
}

const answer = (usage: unknown) => ({
  choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage,
});
const usual = answer({ prompt_tokens: 10, completion_tokens: 10 });

async function mcp(hub: FakeHub, maxCost: number | string) {
  const server = startMcp([...at(hub), '--max-cost', String(maxCost)], { environment });
  await server.initialize();
  return {
    run: (parameters: object = { max_tokens: 500 }, model = 'org/chat') =>
      server.call('run', { task: 'chat', model, inputs: { text: 'Hello' }, parameters }),
    compare: (models: readonly string[], parameters: object = { max_tokens: 500 }) =>
      server.call('compare', { task: 'chat', models, inputs: { text: 'Hello' }, parameters }),
    call: server.call,
    async end() {
      server.child.stdin.end();
      expect(await server.ended).toBe(0);
    },
  };
}

const tool = (length: number) => [
  { type: 'function', function: { name: 'f', description: 'x'.repeat(length) } },
];

const aboveLimit = /may cost/;
const NO_PRICE = /has no known price/;
const odd = /must be a positive integer/;

/** Parameters of chats that could cost more than $0.20, and why they are refused. */
const hostile: readonly (readonly [parameters: object, reason: RegExp])[] = [
  [{ service_tier: 'priority' }, /may change the price/],
  [{ models: ['org/dear'] }, /may change the price/],
  [{ extra_body: { web_search_options: {} } }, /may change the price/],
  [{ n: 'abc' }, odd],
  [{ n: -1 }, odd],
  [{ n: 0 }, odd],
  [{ n: 1.5 }, odd],
  [{ n: [2] }, odd],
  [{ n: { value: 2 } }, odd],
  [{ n: 'NaN' }, odd],
  [{ n: true }, odd],
  [{ n: '20' }, aboveLimit],
  [{ n: 1e15 }, aboveLimit],
  [{ N: 20 }, aboveLimit],
  [{ best_of: 20 }, aboveLimit],
  [{ bestOf: 'x' }, odd],
  [{ num_return_sequences: 20 }, aboveLimit],
  [{ n: 3, best_of: 3 }, aboveLimit],
  [{ max_tokens: 900_000 }, aboveLimit],
  [{ max_tokens: 900_000, max_completion_tokens: 1 }, aboveLimit],
  [{ max_tokens: 1, max_completion_tokens: 900_000 }, aboveLimit],
  [{ max_completion_tokens: -5 }, odd],
  [{ max_completion_tokens: 'null' }, odd],
  [{ max_completion_tokens: [1] }, odd],
  [{ max_completion_tokens: 1e30 }, odd],
  [{ max_new_tokens: 900_000 }, aboveLimit],
  [{ max_output_tokens: 900_000 }, aboveLimit],
  [{ maxTokens: 900_000 }, aboveLimit],
  [{ maxOutputTokens: '9e5' }, aboveLimit],
  [{ Max_Tokens: 900_000 }, aboveLimit],
  [{ extra_body: { max_tokens: 900_000 } }, aboveLimit],
  [{ 'options.deep.n': 20 }, aboveLimit],
  [{ reasoning: { max_tokens: 900_000 } }, aboveLimit],
  [{ thinking_budget: 900_000 }, aboveLimit],
  [{ n_predict: -1 }, odd],
  [{ tools: tool(250_000) }, aboveLimit],
  [
    { response_format: { type: 'json_schema', json_schema: { description: 'é'.repeat(125_000) } } },
    aboveLimit,
  ],
  [{ stop: ['x'.repeat(250_000)] }, aboveLimit],
];

const textOf = ({ isError, text }: ToolResult) => [isError === true, text];

describe('X31: what agents send', () => {
  test('parameters that could exceed --max-cost are refused before anything is sent, and others still run', async () => {
    const hub = await pricedHub(usual);
    const { run, compare, end } = await mcp(hub, 0.2);
    for (const [index, [parameters, reason]] of hostile.entries()) {
      expect(textOf(await run(parameters)), JSON.stringify(parameters).slice(0, 100)).toEqual([
        true,
        expect.stringMatching(reason),
      ]);
      // Comparisons follow the same rule.
      if (index % 6 > 0) continue;
      expect(textOf(await compare(['org/chat', 'org/other'], parameters))).toEqual([
        true,
        expect.stringMatching(reason),
      ]);
    }
    expect(hub.runs()).toHaveLength(0);
    // The sum of the session is still a number.
    expect((await run({ n: 2, max_completion_tokens: 100, tools: tool(10) })).isError).toBeUndefined();
    expect(
      (
        await run({
          response_format: { type: 'json_schema', json_schema: { schema: { properties: { n: {} } } } },
        })
      ).isError,
    ).toBeUndefined();
    expect((await run({ n: 4 })).text).toMatch(aboveLimit);
    expect(hub.runs()).toHaveLength(2);
    await end();
  });

  test('runs at the same time do not exceed --max-cost together', async () => {
    const held: (() => void)[] = [];
    const hub = await pricedHub((_received, response) => void held.push(() => sendJson(response, usual)));
    const { run, end } = await mcp(hub, 1.5 * BOUND);
    let refused = 0;
    const several = Array.from({ length: 5 }, async () => {
      const { isError } = await run();
      if (isError) refused += 1;
    });
    await expect.poll(() => [refused, held.length], { timeout: 30_000 }).toEqual([4, 1]);
    held[0]!();
    await Promise.all(several);
    expect([refused, hub.runs().length]).toEqual([4, 1]);
    await end();
  });
});

describe('X31: what servers send', () => {
  const numbers: readonly unknown[] = [
    { estimated_cost: -0.5 },
    { estimated_cost: 'NaN' },
    { estimated_cost: '-1' },
    { estimated_cost: 1e300 },
    { estimated_cost: [0] },
    { prompt_tokens: -5000, completion_tokens: 10 },
    { prompt_tokens: 10, completion_tokens: -500 },
    { prompt_tokens: 0.5, completion_tokens: 1 },
    { prompt_tokens: 1e300, completion_tokens: 1 },
    { prompt_tokens: '', completion_tokens: 1 },
    { completion_tokens: 1 },
    null,
    'none',
  ];
  const failures: readonly Reply[] = [
    (_received, response) => sendJson(response, { error: 'no' }, 500),
    (_received, response) => response.socket?.destroy(),
    { error: { message: 'refused', code: 400 } },
    { odd: true },
  ];

  test('answers of unknown cost count as their bound', async () => {
    const replies = [...numbers.map((usage) => answer(usage)), ...failures];
    const hub = await pricedHub(usual);
    const { run, end } = await mcp(hub, (replies.length + 0.5) * BOUND);
    for (const reply of replies) {
      hub.replies.inference = reply;
      await run();
    }
    expect(hub.runs()).toHaveLength(replies.length);
    expect((await run()).text).toMatch(aboveLimit);
    expect(hub.runs()).toHaveLength(replies.length);
    await end();
  });

  test('known costs are counted, also of runs at the same time, and models without a price refused', async () => {
    const hub = await pricedHub(answer({ prompt_tokens: 1000, completion_tokens: 500 }), {
      'org/free': { groq: { input: undefined, output: undefined } },
    });
    const { run, call, end } = await mcp(hub, 0.15);
    const free = [
      await run({ max_tokens: 500 }, 'org/free'),
      await call('run', { task: 't2i', model: 'org/painter', inputs: { text: 'x' }, parameters: {} }),
    ];
    for (const { isError, text } of free)
      expect([isError, text]).toEqual([true, expect.stringMatching(NO_PRICE)]);
    expect((await run({ max_tokens: 2000 })).text).toMatch(/may cost.*Lower max_tokens/);
    expect((await run()).isError).toBeUndefined();
    const both = await Promise.all([run(), run({ max_tokens: 400 })]);
    expect(both.map(({ isError }) => isError)).toContain(undefined);
    expect((await run()).text).toMatch(aboveLimit);
    expect(hub.runs().length).toBeLessThanOrEqual(3);
    await end();
  });

  test('what the server refused costs nothing', async () => {
    const hub = await pricedHub((_received, response) => sendJson(response, { error: 'no' }, 422));
    const { run, end } = await mcp(hub, 1.5 * BOUND);
    for (let count = 1; count <= 3; count += 1) expect((await run()).isError).toBe(true);
    expect(hub.runs()).toHaveLength(3);
    await end();
  });

  test('prices that cannot be true are unknown', async () => {
    const odd: readonly unknown[] = [-1, 'NaN', 'abc', 1e300, null, [], undefined];
    const pricing = Object.fromEntries(
      odd.flatMap((price, index) => [
        [`org/odd-${index}`, { groq: { input: price, output: 1 } }],
        [`org/odd-output-${index}`, { groq: { input: 1, output: price } }],
      ]),
    );
    const hub = await pricedHub(usual, pricing);
    const { run, end } = await mcp(hub, 1000);
    for (const model of Object.keys(pricing))
      expect([model, ...textOf(await run({}, model))]).toEqual([
        model,
        true,
        expect.stringContaining('has no known price'),
      ]);
    expect(hub.runs()).toHaveLength(0);
    await end();
  });
});

describe('X31: one rule for providers', () => {
  const pricing = {
    'org/two': { groq: { input: 1, output: 1 }, together: { input: 1, output: 1000 } },
    'org/half': { groq: { input: 1, output: 1 }, together: { input: undefined, output: undefined } },
    'org/timed': { 'hf-inference': { input: 0, output: 0 }, groq: { input: 1, output: 1 } },
  };
  const cases: readonly (readonly [model: string, isRun: boolean, reason?: RegExp])[] = [
    ['org/two:groq', true],
    ['org/two', false, /may cost|more than its limit/],
    ['org/two:cheapest', false, /may cost|more than its limit/],
    ['org/two:together', false, /may cost|more than its limit/],
    ['org/half', false, /has no known price[^]*a provider with a price \(groq\)/],
    ['org/half:together', false, /has no known price/],
    ['org/half:groq', true],
    ['org/timed:hf-inference', true],
    ['org/timed', true],
  ];

  test('an agent runs what a batch runs', async () => {
    const hub = await pricedHub(usual, pricing);
    const { run, end } = await mcp(hub, 0.01);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'in.csv'), 'text\nHello\n');
    for (const [model, isRun, reason = /./] of cases) {
      const before = hub.runs().length;
      const { isError = false, text } = await run({}, model);
      expect([model, isError, text]).toEqual([model, !isRun, expect.stringMatching(reason)]);
      const words = ['batch', 'chat', 'in.csv', '-m', model, '--max-cost', '0.01', ...at(hub)];
      const { code, stderr } = await cli(words, { folder, environment });
      expect([model, code === 0, stderr]).toEqual([
        model,
        isRun,
        expect.stringMatching(isRun ? /./ : reason),
      ]);
      expect(hub.runs()).toHaveLength(before + (isRun ? 2 : 0));
    }
    await end();
  });

  test('compute time has a price, and a limit of the answer that is said', async () => {
    const hub = await fakeHub({
      models: [hubModel('org/classifier'), hubModel('org/writer', { task: 'text-generation' })],
      inference: ({ url }, response) =>
        sendJson(response, url.includes('writer') ? [{ generated_text: 'Hi' }] : [{ label: 'A', score: 1 }]),
    });
    const { call, end } = await mcp(hub, 0.0013);
    const classify = { task: 'sentiment', model: 'org/classifier', inputs: { text: 'x' } };
    expect((await call('run', classify)).isError).toBeUndefined();
    const write = { task: 'text-generation', model: 'org/writer', inputs: { text: 'x' } };
    expect((await call('run', write)).text).toContain('at most 1000 tokens, because the cost is limited');
    await call('run', { ...write, parameters: { max_tokens: 7 } });
    const limits = hub
      .runs()
      .map(({ body }) => (JSON.parse(body.toString()) as Sent).parameters?.max_new_tokens);
    expect(limits).toEqual([undefined, 1000, 7]);
    await end();
    const { call: callPoor, end: endPoor } = await mcp(hub, 0.0011);
    expect((await callPoor('run', classify)).text).toMatch(aboveLimit);
    expect(hub.runs()).toHaveLength(3);
    await endPoor();
  });

  interface Sent {
    readonly parameters?: { readonly max_new_tokens?: number };
  }
});

describe('X31: batches', () => {
  const rows = 'text\nHello\nWorld\n';
  const batch = (hub: FakeHub, files: Readonly<Record<string, string>>, ...words: readonly string[]) => {
    const folder = temporaryFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return cli(['batch', 'chat', 'in.csv', '-o', 'out.jsonl', ...words, ...at(hub)], {
      folder,
      environment,
    }).then((ended) => ({ ...ended, folder }));
  };
  const chat = ['-m', 'org/chat', '--max-cost', '0.2'];

  test.each([
    ['n', 'abc'],
    ['n', '-3'],
    ['n', '90'],
    ['max_completion_tokens', '900000'],
    ['maxTokens', '900000'],
    ['best_of', '1e9'],
    ['tools', JSON.stringify(tool(250_000))],
    ['a prompt file', 'n: abc'],
    ['a prompt file', 'n: [1, 2]'],
    ['a prompt file', 'n: .nan'],
    ['a prompt file', 'n: 90'],
    ['a prompt file', 'maxCompletionTokens: 900000'],
    ['a prompt file', 'max_completion_tokens: -1\n  max_tokens: 5'],
    ['a prompt file', 'extra:\n    n: 90'],
    ['a prompt file', 'numReturnSequences: 90'],
  ])('%s with %.20s sends nothing', async (name, value) => {
    const hub = await pricedHub(usual);
    const prompt = `messages:\n  - role: user\n    content: '{{text}}'\nmodelParameters:\n  ${value}\n`;
    const more = name === 'a prompt file' ? ['--prompt', 'a.prompt.yml'] : ['-p', `${name}=${value}`];
    const { code, stderr } = await batch(hub, { 'in.csv': rows, 'a.prompt.yml': prompt }, ...chat, ...more);
    expect(code).not.toBe(0);
    if (more[0] === '-p')
      expect(stderr).toMatch(/must be a positive integer|before it costs more than its limit|failed/);
    expect(hub.runs()).toHaveLength(0);
  });

  const linesIn = (folder: string) =>
    readFileSync(join(folder, 'out.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as BatchLine);

  test.each([-0.5, 'NaN', 1e300])(
    'a reported cost of %j is null in lines, and counts as its bound',
    async (cost) => {
      const hub = await pricedHub(answer({ estimated_cost: cost }));
      const { folder } = await batch(hub, { 'in.csv': `text\n${'Hello\n'.repeat(9)}` }, ...chat);
      const lines = linesIn(folder);
      expect(lines).toHaveLength(3);
      for (const line of lines) expect([line.cost, line.costBound! > 0.05]).toEqual([null, true]);
    },
  );

  test('requests that the provider asks to repeat count once', async () => {
    skipWaits(1);
    onTestFinished(() => void vi.restoreAllMocks());
    let count = 0;
    const hub = await pricedHub((_received, response) => {
      count += 1;
      if (count > 4) return sendJson(response, usual);
      response.setHeader('Retry-After', '1');
      sendJson(response, { error: 'slow down' }, 429);
    });
    const { code, folder } = await batch(hub, { 'in.csv': `text\n${'Hello\n'.repeat(12)}` }, ...chat);
    expect(code).toBe(0);
    for (const line of linesIn(folder)) {
      expect(line.cost).toBeCloseTo(0.00101, 6);
      expect(line).not.toHaveProperty('costBound');
    }
  });

  test('X31: costs of which none is known are null, and those of compute time are about', async () => {
    const hub = await pricedHub(usual, { 'org/free': { together: { input: undefined, output: undefined } } });
    const unknown = await batch(hub, { 'in.csv': rows }, '-m', 'org/free', '--json');
    expect(JSON.parse(unknown.stdout)).toMatchObject({ done: 2, cost: null });
    expect(unknown.stderr).toContain('cost unknown');
    hub.replies.inference = [{ label: 'A', score: 1 }];
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'in.csv'), rows);
    const words = ['batch', 'sentiment', 'in.csv', '-o', 'out.jsonl', '-m', 'org/classifier', ...at(hub)];
    const timed = await cli([...words, '--max-cost', '0.01'], { folder, environment });
    expect(timed).toMatchObject({ code: 0, stderr: expect.stringContaining('cost about $0.0') });
    for (const { cost, seconds } of linesIn(folder)) expect(cost).toBeCloseTo(seconds! * 0.00012, 12);
    const dry = await cli([...words, '--dry-run'], { folder, environment });
    expect(dry.stdout).toContain('Cost: at most about $0.0024\n');
  });

  test('an answer of an earlier batch whose cost has no bound is said', async () => {
    const hub = await pricedHub(usual);
    const { folder } = await batch(hub, { 'in.csv': rows }, '-m', 'org/chat');
    const unknown = linesIn(folder).map((line) => ({ ...line, cost: null }));
    writeFileSync(join(folder, 'out.jsonl'), unknown.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { stderr } = await cli(['batch', 'chat', 'in.csv', '-o', 'out.jsonl', ...chat, ...at(hub)], {
      folder,
      environment,
    });
    expect(stderr).toContain('does not count 2 earlier rows of unknown cost');
  });

  test('endpoints cost nothing on this machine, and are refused elsewhere', async () => {
    const hub = await fakeHub({ inference: usual });
    const at = (url: string) => batch(hub, { 'in.csv': rows }, '--endpoint-url', url, '--max-cost', '0.001');
    expect(await at(`${hub.url}/v1/chat/completions`)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('cost $0'),
    });
    for (const host of [
      'models.example.com',
      '10.0.0.1.example.com',
      '11.0.0.1',
      '172.32.0.1',
      '[2001:db8::1]',
    ])
      expect(await at(`https://${host}/v1/chat/completions`)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('has no known price'),
      });
    expect(hub.runs()).toHaveLength(2);
  });
});

test('X31: a pinned provider is named and priced in a comparison, also without the header of the router', async () => {
  const hub = await pricedHub(usual, {
    'org/two': { groq: { input: 1, output: 1 }, together: { input: 1, output: 1000 } },
  });
  const models = ['org/two:groq', 'org/two:together', 'org/two'];
  const words = [
    'compare',
    'chat',
    'Hello',
    ...models.flatMap((model) => ['-m', model]),
    '--json',
    '--no-stream',
  ];
  const { stdout } = await cli([...words, ...at(hub)], { environment });
  const { results } = JSON.parse(stdout) as { results: { provider: string | null; cost: number | null }[] };
  expect(results.map(({ provider, cost }) => [provider, cost])).toEqual([
    ['groq', 0.000_02],
    ['together', 0.010_01],
    [null, null],
  ]);
});
