import { describe, expect, test } from 'vitest';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerBody, serve } from '../../support/loopback.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';

type Fields = Record<string, unknown>;

interface Reply {
  readonly body: string;
  readonly type?: string | undefined;
  readonly status?: number;
}

async function answering({ body, type = 'text/event-stream', status = 200 }: Reply): Promise<string> {
  const server = await serve(answerBody(body, status, type === '' ? {} : { 'Content-Type': type }));
  return server.url;
}

async function ask(reply: Reply, ...more: string[]) {
  const endpoint = `${await answering(reply)}/v1/chat/completions`;
  return cli(['run', 'text-generation', 'x', '--endpoint-url', endpoint, ...more]);
}

/** Runs a task whose server answers with JSON. */
async function runTask(words: string[], reply: Reply, ...more: string[]) {
  const endpoint = await answering({ type: 'application/json', ...reply });
  return cli(['run', ...words, '--endpoint-url', endpoint, ...more]);
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (delta: unknown, reason: unknown = null, more: Fields = {}) =>
  event({ id: 'c1', choices: [{ index: 0, delta, finish_reason: reason, ...more }] });
const done = 'data: [DONE]\n\n';
const half = chunk({ content: 'Half ' });
const completion = (message: unknown, more: Fields = {}): Reply => ({
  type: 'application/json',
  body: JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop', ...more }] }),
});

describe('R1, R3, R4: an answer without text', () => {
  const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Seven plus five.' }] }];
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(2000)}` } };

  test.each<[string, Fields, string, string]>([
    ['a refusal', { content: null, refusal: 'No\u001b[2J.' }, 'The model refused: No<U+001B>[2J.\n', ''],
    [
      'only reasoning',
      { content: thinking },
      '',
      'Reasoning:\nSeven plus five.\n(no answer, only reasoning)\n',
    ],
    ['a part of an unknown type', { content: [{ type: 'chart', points: [1] }] }, '"type": "chart"', ''],
    ['a long image', { content: [image] }, '… (2,022 characters)"', ''],
  ])('%s is readable, streamed and complete', async (_what, message, out, error) => {
    for (const ended of [
      await ask({ body: chunk(message) + chunk({}, 'stop') + done }),
      await ask(completion(message), '--no-stream'),
    ]) {
      expect(ended).toMatchObject({ code: 0, stderr: error });
      expect(ended.stdout).toContain(out);
      expect(ended.stdout).not.toContain('\u001b');
      expect(ended.stdout.length).toBeLessThan(800);
    }
  });

  test('R4: several choices are printed one after the other, however they arrive', async () => {
    const choice = (index: number, content: string, reason: string | null = null) => ({
      index,
      delta: { content },
      finish_reason: reason,
    });
    const events = [
      [choice(1, 'two ')],
      [choice(0, 'one '), choice(1, 'b', 'length')],
      [choice(0, 'a', 'stop')],
    ];
    const { code, stdout, stderr } = await ask({
      body: events.map((choices) => event({ choices })).join(''),
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'one a\n\nAnswer 2:\ntwo b\n' });
    expect(stderr).toContain('The answer was cut off');
    expect(await ask({ body: event({ choices: [choice(1, 'b', 'stop')] }) })).toMatchObject({
      stdout: 'b\n',
    });
  });

  test('R4: reasoning that only a closing tag marks is separated, or noted if it was printed', async () => {
    const content = 'Seven plus five.</think>\n\n12';
    expect(await ask(completion({ content }), '--no-stream')).toMatchObject({
      stdout: '12\n',
      stderr: 'Reasoning:\nSeven plus five.\n',
    });
    expect(
      await ask({ body: [...content].map((one) => chunk({ content: one })).join('') + done }),
    ).toMatchObject({
      stdout: 'Seven plus five.</think>\n\n12\n',
      stderr: 'The text before </think> is reasoning; --no-stream separates it.\n',
    });
  });

  test('R3: a refusal is readable on a terminal', async () => {
    const endpoint = await answering({ body: chunk({ refusal: 'I cannot help.' }, 'stop') + done });
    const words = ['run', 'text-generation', 'x', '--endpoint-url', `${endpoint}/v1/chat/completions`];
    const session = await inTerminal(words).endedWith(0);
    expect(session.screen()).toMatch(/^The model refused: I cannot help\.$/m);
  });
});

describe('R5: an empty finish reason', () => {
  test.each<[string, unknown]>([
    ['empty', ''],
    ['white space', ' '],
    ['a number', 0],
    ['an object', {}],
  ])('%s in every event, then the end of the stream: incomplete', async (_what, reason) => {
    expect(await ask({ body: half + chunk({ content: 'an' }, reason) })).toMatchObject({
      code: 1,
      stdout: 'Half an\n',
      stderr: expect.stringContaining('error: The stream ended before the answer was complete') as string,
    });
  });

  test('one of several choices without a finish reason is incomplete', async () => {
    const choice = (index: number, reason: string) => ({
      index,
      delta: { content: 'a' },
      finish_reason: reason,
    });
    expect(await ask({ body: event({ choices: [choice(0, 'stop'), choice(1, '')] }) })).toMatchObject({
      code: 1,
    });
  });
});

describe('R6, R7: an error in a stream', () => {
  const reason = 'Upstream went away';
  test.each<[string, string]>([
    ['in a choice', chunk({ content: '' }, 'error', { error: { code: 502, message: reason } }) + done],
    ['in a choice that has finished', chunk({}, 'stop', { error: reason }) + done],
    ['in a delta', chunk({ error: { message: reason } }) + done],
    ['in a list', event([{ error: { message: reason } }])],
    ['as an object of type error', event({ object: 'error', message: reason, code: 502 })],
    ['as a message of type error', event({ type: 'error', message: reason })],
    ['as FastAPI details', event({ detail: [{ loc: ['body'], msg: reason }] })],
    ['as a list of errors', event({ errors: [reason] })],
    ['as an error field of the framing', `error: ${reason}\n\n`],
    ['as JSON in an error field', `error: {"message":"${reason}"}\n\n`],
    ['as JSON without framing', `{"error":{"message":"${reason}"}}\n`],
    ['as indented JSON without framing', JSON.stringify({ error: { message: reason } }, null, 2)],
    ['as text without framing', reason],
    ['as data that is not JSON', `data: error: ${reason}\n\n`],
  ])('%s: the reason, the partial answer and exit code 1', async (_where, body) => {
    const ended = await ask({ body: half + body });
    expect(ended).toMatchObject({ code: 1, stdout: 'Half \n' });
    expect(ended.stderr).toMatch(new RegExp(`^error: ${reason}$`, 'm'));
  });

  test.each(['error', 'abort', 'server_error'])('finish_reason %s alone is named', async (name) => {
    const ended = await ask({ body: chunk({ content: 'Half ' }, name) + done });
    expect(ended).toMatchObject({ code: 1, stdout: 'Half \n' });
    expect(ended.stderr).toContain(`error: The server ended the answer early (finish_reason: ${name})`);
  });

  test('in a complete answer: the text is printed, but not with --json', async () => {
    const reply = completion({ content: 'Half ' }, { finish_reason: 'error', error: { message: reason } });
    const ended = await ask(reply, '--no-stream');
    expect(ended).toMatchObject({ code: 1, stdout: 'Half \n' });
    expect(ended.stderr).toContain(
      `error: Invalid inference output: the server reported an error: ${reason}\n`,
    );
    expect((await ask(reply, '--json')).stdout).not.toContain('Half');
  });
});

describe('R7: an error with status 200', () => {
  const quota = 'Insufficient quota on this key';
  const json = (more: Fields = {}) => JSON.stringify({ error: { message: quota, ...more } });
  const type = 'application/json';

  test.each<[string, Fields, number, RegExp]>([
    ['402', { code: 402 }, 1, /free credits are used up/],
    ['401 as text', { code: '401' }, 4, /Sign in with/],
    ['429 as status', { status: 429 }, 1, /Too many requests/],
    ['a word', { code: 'quota' }, 1, /try another model/],
  ])(
    'with the code %s: the reason, and the hint and exit code of that status',
    async (_what, more, code, hint) => {
      const streamed = await ask({ body: json(more), type });
      expect(streamed.stderr).toContain(
        'error: Server does not support event stream content type, it returned application/json. ' +
          `Error: ${quota}\n`,
      );
      const complete = await ask({ body: json(more), type }, '--no-stream');
      const task = await runTask(['text-classification', 'x'], { body: json(more) });
      for (const ended of [complete, task])
        expect(ended.stderr).toContain(`Invalid inference output: the server reported an error: ${quota}\n`);
      for (const ended of [streamed, complete, task]) {
        expect(ended).toMatchObject({ code, stdout: '' });
        expect(ended.stderr).toMatch(hint);
      }
    },
  );

  test.each<[string, string, string | undefined]>([
    ['in a list', `[${json()}]`, type],
    ['as details', JSON.stringify({ detail: quota }), type],
    ['as a message', JSON.stringify({ code: 503, message: quota }), type],
    ['beside a result', JSON.stringify({ label: 'A', score: 1, error: quota }), type],
    ['labeled text/html', json(), 'text/html'],
    ['of an unknown type', json(), 'application/octet-stream'],
  ])('%s: the reason is shown', async (_how, body, contentType) => {
    for (const words of [
      ['text-classification', 'x'],
      ['text-to-image', 'x'],
    ]) {
      const ended = await runTask(words, { body, type: contentType });
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(new RegExp(`^error: Invalid inference output: .*error: ${quota}$`, 'im'));
    }
  });
});

describe('R8: a failed response of any content type', () => {
  const reason = 'max_tokens is too large';
  const types = ['text/html', 'application/octet-stream', '', 'text/event-stream', 'text/plain'];
  test.each(types)('as %j: the reason in JSON', async (type) => {
    for (const body of [
      JSON.stringify({ error: { message: reason } }),
      JSON.stringify([{ error: { message: reason, status: 'INVALID_ARGUMENT' } }]),
      JSON.stringify({ error: reason, message: reason }),
      `data: ${JSON.stringify({ detail: [{ loc: ['body'], msg: reason }] })}\n\n`,
    ]) {
      const { code, stderr } = await ask({ body, type, status: 400 });
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`does not seem to support chat completion. Error: ${reason}$`, 'm'));
      expect((await runTask(['text-classification', 'x'], { body, type, status: 400 })).stderr).toContain(
        `error: ${reason}\n`,
      );
    }
  });

  test('names parameters, all reasons and text that is not JSON', async () => {
    const reasons = [
      [
        { detail: [{ loc: ['body', 'parameters', 'top_k'], msg: 'too large' }] },
        'parameters.top_k: too large',
      ],
      [{ error: 'Bad Request', message: 'top_k is too large' }, 'Bad Request: top_k is too large'],
      [[{ error: 'first' }, { error: 'second' }], 'first; second'],
    ] as const;
    for (const [body, message] of reasons)
      expect((await ask({ body: JSON.stringify(body), type: 'text/html', status: 402 })).stderr).toContain(
        `error: ${message}\n`,
      );
    expect((await ask({ body: 'overloaded', type: '', status: 500 })).stderr).toContain(
      'hint: The server responded: overloaded. ',
    );
  });
});

describe('R9: a keepalive as data', () => {
  test.each([
    'data: \n\n',
    'data: : keepalive\n\n',
    'data:\ndata:\n\n',
    'data: ping\n\n',
    'event: ping\ndata: now\n\n',
    'data: KEEP-ALIVE\n\n',
    'data: ""\n\n',
    'data: [PING]\n\n',
    'data: "heartbeat"\n\n',
  ])('%j does not end the run', async (line) => {
    expect(
      await ask({ body: line + half + line + chunk({ content: 'done' }, 'stop') + line + done }),
    ).toMatchObject({
      code: 0,
      stdout: 'Half done\n',
    });
  });

  test.each(['"[DONE]"', '[DONE] ', '[done]', " '[DONE]'"])('%j ends the stream', async (end) => {
    expect(await ask({ body: `${half}data: ${end}\n\n${half}` })).toMatchObject({
      code: 0,
      stdout: 'Half \n',
    });
  });

  test('other data that is not JSON is still an error', async () => {
    expect(await ask({ body: `${half}data: {"a\n\n` })).toMatchObject({ code: 1 });
  });
});

describe('R10: harmless oddities', () => {
  const fill = (token_str: string, score: number) => ({
    score,
    token: 1,
    token_str,
    sequence: `a ${token_str}`,
  });

  test('fill-mask: the results of each mask', async () => {
    const lists = [[fill('red', 0.2), fill('blue', 0.7)], [fill('sky', 0.9)], [fill('sea', 0.1)]];
    const ended = await runTask(['fill-mask', 'x'], { body: JSON.stringify(lists) });
    expect(ended).toMatchObject({
      code: 0,
      stdout:
        'Mask 1: blue\t0.7\ta blue\nMask 1: red\t0.2\ta red\nMask 2: sky\t0.9\ta sky\nMask 3: sea\t0.1\ta sea\n',
    });
    const { stdout } = await runTask(['fill-mask', 'x'], { body: JSON.stringify(lists) }, '--json');
    expect(JSON.parse(stdout)).toEqual([[lists[0]![1], lists[0]![0]], lists[1], lists[2]]);
    const one = await runTask(['fill-mask', 'x'], { body: JSON.stringify([lists[1]]) });
    expect(one.stdout).toBe('sky\t0.9\ta sky\n');
  });

  test('entities without positions are found in the text, or shown as they are', async () => {
    const entity = (word: string, more: Fields) => ({ entity_group: 'LOC', word, score: 0.5, ...more });
    const body = JSON.stringify([
      entity('bern', { start: null, end: null }),
      entity('Bern', {}),
      entity('##ese', { start: null, end: null }),
      entity('Oslo', { start: null, end: null }),
    ]);
    const { code, stdout } = await runTask(['token-classification', 'Bern and the Bernese Alps'], { body });
    const words = ['Bern', 'Bern', 'ese', 'Oslo'];
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: words.map((word) => `LOC\t0.5\t${word}\n`).join(''),
    });
  });

  test.each<[string, Fields]>([
    ['no id and created', {}],
    ['null', { id: null, created: null, model: null }],
    [
      'created as text, a numeric id, usage as text',
      { created: '1700000000', id: 7, usage: { prompt_tokens: '1' } },
    ],
  ])('a completion with %s', async (_what, more) => {
    const body = JSON.stringify({ ...more, choices: [{ message: { content: 'twelve' } }] });
    expect(await ask({ body, type: 'application/json' }, '--no-stream')).toMatchObject({
      code: 0,
      stdout: 'twelve\n',
    });
  });
});

describe('S4: several answers to a question', () => {
  const [rome, paris, oslo] = [
    { answer: 'Rome', start: 28, end: 32, score: 0.2 },
    { answer: 'Paris', start: 10, end: 15, score: 0.7 },
    { answer: 'Oslo', start: 46, end: 50, score: 0.1 },
  ];
  const words = [
    'question-answering',
    'Where is Anna?',
    'Anna is in Paris. Bob is in Rome. Carl is in Oslo.',
  ];
  const run = (answer: unknown, ...more: string[]) =>
    runTask(words, { body: JSON.stringify(answer) }, ...more);

  test('are printed, best first', async () => {
    const stdout = 'Paris\t0.7\nRome\t0.2\nOslo\t0.1\n';
    expect(await run([rome, paris, oslo], '-p', 'top_k=3')).toMatchObject({ code: 0, stdout });
  });

  test.each([
    ['a list as a list, best first', [rome, paris, oslo], [paris, rome, oslo]],
    ['a single object as an object', paris, paris],
    ['a list of one as an object', [paris], paris],
  ])('--json prints %s', async (_what, answer, value) => {
    const { code, stdout } = await run(answer, '--json');
    expect({ code, value: JSON.parse(stdout) as unknown }).toEqual({ code: 0, value });
  });

  test('without a field are an error', async () => {
    const { code, stderr } = await run([rome, { answer: 'Paris' }]);
    expect(code).toBe(1);
    expect(stderr).toContain('error: Invalid inference output: expected {answer, start, end, score}');
  });
});
