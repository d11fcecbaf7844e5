import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BatchLine } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { page, parquetBytes, zstdIntegers } from '../../engine/batch/parquet-file.ts';
import { connectionTo } from '../../support/ask.ts';
import { at, cli as runCli, runningCli, startCli, temporaryFolder, waitForExit } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { fakeHub, hubModel, type FakeHub, type Reply } from '../../support/fake-hub.ts';
import { completion, pricedHub } from '../../support/priced-hub.ts';
import { answerJson, sendJson, type ReceivedRequest } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { tasksOfEachKind } from '../../support/task-list.ts';
import { typedExample } from './inputs-from-example.ts';

const environment = { HF_TOKEN: 'hf_sandbox' };
const TASK = 'text-classification';

/** The lines of an output, by row. */
function linesIn(folder: string, name = 'out.jsonl'): BatchLine[] {
  const text = readFileSync(join(folder, name), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BatchLine)
    .sort((one, other) => one.row - other.row);
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const table = (texts: readonly string[]) => `text\n${texts.join('\n')}\n`;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `row ${index + 1}`);
const inputOf = ({ body }: ReceivedRequest) => (JSON.parse(body.toString()) as { inputs: string }).inputs;

function batch(hub: FakeHub, folder: string, ...words: string[]) {
  return cli(['batch', TASK, 'in.csv', '-m', 'org/model', ...words, ...at(hub)], { folder, environment });
}

describe('resuming', () => {
  test('editing, sorting and extending the source runs only new rows, and equal rows once each', async () => {
    const hub = await fakeHub();
    const folder = folderWith({ 'in.csv': table(['a', 'b', 'a', 'c']) });
    expect(await batch(hub, folder, '-o', 'out.jsonl')).toMatchObject({ code: 0, stdout: '' });
    expect(hub.runs().map(inputOf).sort()).toEqual(['a', 'a', 'b', 'c']);
    const [first] = linesIn(folder);
    expect(first).toMatchObject({
      row: 1,
      task: TASK,
      input: { text: 'a' },
      columns: {},
      model: 'org/model',
    });
    expect(first).toMatchObject({
      provider: 'hf-inference',
      cost: first!.seconds! * 0.00012,
      value: [{ label: 'GOOD', score: 0.75 }],
    });
    const keys = linesIn(folder).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
    expect(new Set(keys.map((key) => key.slice(0, 64))).size).toBe(3);

    writeFileSync(join(folder, 'in.csv'), table(['d', 'c', 'a', 'a', 'b', 'a']));
    const { stdout } = await batch(hub, folder, '-o', 'out.jsonl', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      done: 2,
      failed: 0,
      skipped: 4,
      models: [{ model: 'org/model', done: 2 }],
    });
    expect(hub.runs().slice(4).map(inputOf).sort()).toEqual(['a', 'd']);
  });

  test('a torn last line is dropped, other files are refused', async () => {
    const hub = await fakeHub();
    const folder = folderWith({
      'in.csv': table(['a', 'b']),
      'note.txt': 'mine',
      'other.jsonl': '{"a":1}\n',
    });
    await batch(hub, folder, '-o', 'out.jsonl');
    const text = readFileSync(join(folder, 'out.jsonl'), 'utf8');
    writeFileSync(join(folder, 'out.jsonl'), text.slice(0, -20));
    expect((await batch(hub, folder, '-o', 'out.jsonl')).code).toBe(0);
    expect(linesIn(folder)).toHaveLength(2);
    expect(hub.runs()).toHaveLength(3);
    for (const name of ['note.txt', 'other.jsonl', 'in.csv', '.']) {
      const { code, stderr } = await batch(hub, folder, '-o', name);
      expect({ name, code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/not the output|is the source/),
      });
    }
    expect(readFileSync(join(folder, 'note.txt'), 'utf8')).toBe('mine');
    const other = await cli(['batch', 'summarization', 'in.csv', '-o', 'out.jsonl', ...at(hub)], {
      folder,
      environment,
    });
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has rows of text-classification'),
    });
  });

  test('--retry-errors runs failed rows again and removes their errors', async () => {
    const hub = await fakeHub({
      inference: (received, response) =>
        inputOf(received) === 'b'
          ? sendJson(response, { error: 'broken' }, 500)
          : sendJson(response, [{ label: 'A', score: 1 }]),
    });
    const folder = folderWith({ 'in.csv': table(['a', 'b', 'c']) });
    const failed = await batch(hub, folder, '-o', 'out.jsonl');
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('1 failed (1 SERVER_ERROR (500))'),
    });
    expect((await batch(hub, folder, '-o', 'out.jsonl')).code).toBe(1);
    expect(hub.runs()).toHaveLength(3);
    hub.replies.inference = [{ label: 'B', score: 1 }];
    expect((await batch(hub, folder, '-o', 'out.jsonl', '--retry-errors')).code).toBe(0);
    expect(hub.runs()).toHaveLength(4);
    expect(linesIn(folder).map(({ input, error }) => [input['text'], error])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', undefined],
    ]);
  });

  test(
    'kills lose no finished row and repeat at most the rows in flight',
    { tags: ['nightly'] },
    async () => {
      const hub = await fakeHub();
      const folder = folderWith({ 'in.csv': table(numbered(900)) });
      const options = ['-m', 'org/model', '-o', 'out.jsonl', '--concurrency', '4'];
      const words = ['batch', TASK, 'in.csv', ...options, ...at(hub)];
      let [before, kills] = [0, 0];
      for (; kills < 4; kills += 1) {
        const child = startCli(words, { folder, environment });
        const target = before + 100 + 50 * kills;
        hub.replies.first = ({ method }) => {
          if (method === 'POST' && hub.runs().length >= target) child.kill('SIGKILL');
          return undefined;
        };
        await waitForExit(child);
        before = hub.runs().length;
      }
      hub.replies.first = () => undefined;
      expect((await waitForExit(startCli(words, { folder, environment }))).code).toBe(0);
      const lines = linesIn(folder);
      expect(lines).toHaveLength(900);
      expect(new Set(lines.map(({ key }) => key)).size).toBe(900);
      expect(hub.runs().length).toBeLessThanOrEqual(900 + 4 * kills);
    },
  );

  test('a second writer is refused; Ctrl-C finishes what is in flight and the same command continues', async () => {
    let answerAll!: () => void;
    const answers = new Promise<void>((resolve) => (answerAll = resolve));
    const hub = await fakeHub({
      inference: (_received, response) => answers.then(() => sendJson(response, [{ label: 'A', score: 1 }])),
    });
    const folder = folderWith({ 'in.csv': table(numbered(9)) });
    const words = ['batch', TASK, 'in.csv', '-m', 'org/model', '-o', 'out.jsonl', ...at(hub)];
    const first = runningCli(words, { folder, environment });
    await hub.arrival('/hf-inference/');
    expect(await batch(hub, folder, '-o', 'out.jsonl')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Another process writes'),
    });
    first.interrupt();
    await first.waitForStderr(/Finishing the rows in flight/);
    // A request of a row in flight may arrive only now.
    answerAll();
    expect(await first.ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('Run the same command again'),
    });
    expect(hub.runs().length).toBeLessThan(9);
    expect(linesIn(folder)).toHaveLength(hub.runs().length);
    expect((await batch(hub, folder, '-o', 'out.jsonl')).code).toBe(0);
    expect(linesIn(folder)).toHaveLength(9);
    expect(hub.runs()).toHaveLength(9);
  });
});

describe('limits', () => {
  test('never more in flight than allowed, also after refusals', async () => {
    let [inFlight, most, count] = [0, 0, 0];
    const hub = await fakeHub({
      async inference(_received, response) {
        inFlight += 1;
        most = Math.max(most, inFlight);
        count += 1;
        const status = count === 40 ? 429 : count === 90 ? 503 : 200;
        // Until all requests that may be in flight have arrived.
        await new Promise((resolve) => setTimeout(resolve, 5));
        inFlight -= 1;
        if (status === 200) sendJson(response, [{ label: 'A', score: 1 }]);
        else sendJson(response, { error: 'slow down' }, status, { 'Retry-After': '0' });
      },
    });
    const folder = folderWith({ 'in.csv': table(numbered(120)) });
    const { code } = await batch(hub, folder, '-o', 'out.jsonl', '--concurrency', '5');
    expect({ code, most }).toEqual({ code: 0, most: 5 });
    expect(hub.runs()).toHaveLength(122);
    expect(linesIn(folder).every(({ error }) => error === undefined)).toBe(true);
  });

  test.each([
    [401, 4, 'TOKEN_REFUSED'],
    [402, 1, 'OUT_OF_CREDITS'],
  ])('status %i stops the batch', async (status, exitCode, name) => {
    const hub = await fakeHub({
      inference: (_received, response) => sendJson(response, { error: 'no' }, status),
    });
    const folder = folderWith({ 'in.csv': table(numbered(200)) });
    const { code, stderr } = await batch(hub, folder, '-o', 'out.jsonl', '--json');
    expect(code).toBe(exitCode);
    expect(stderr).toContain(`"code":"${name}"`);
    expect(hub.runs().length).toBeLessThanOrEqual(8);
    expect(readdirSync(folder)).not.toContain('out.jsonl');
  });

  test('the first 20 rows that all fail alike stop the batch; later failures do not', async () => {
    const fail: Reply = (_received, response) => sendJson(response, { error: 'no' }, 422);
    const hub = await fakeHub({ inference: fail });
    const folder = folderWith({ 'in.csv': table(numbered(200)) });
    const stopped = await batch(hub, folder, '-o', 'out.jsonl');
    expect(stopped).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('its first rows all failed alike'),
    });
    expect(hub.runs().length).toBeLessThan(30);
    let count = 0;
    hub.replies.inference = (received, response) =>
      count++ === 0
        ? sendJson(response, [{ label: 'A', score: 1 }])
        : (fail as (...all: unknown[]) => unknown)(received, response);
    expect((await batch(hub, folder, '-o', 'b.jsonl', '--concurrency', '1', '--limit', '40')).code).toBe(1);
    expect(linesIn(folder, 'b.jsonl')).toHaveLength(40);
  });
});

describe('chats', () => {
  const chat = (hub: FakeHub, folder: string, ...words: string[]) =>
    cli(['batch', 'text-generation', 'in.csv', '-m', 'org/chat:groq', ...words, ...at(hub)], {
      folder,
      environment,
    });

  test('--max-cost stops before the limit, and continues with a higher one', async () => {
    const hub = await fakeHub(pricedHub((_received, response) => sendJson(response, completion('ok'), 200)));
    const folder = folderWith({ 'in.csv': table(numbered(50)) });
    // $0.01 each, at most $0.02.
    const limited = await chat(hub, folder, '-o', 'out.jsonl', '--max-cost', '0.2', '-p', 'max_tokens=20');
    expect(limited).toMatchObject({ code: 1, stderr: expect.stringContaining('--max-cost') });
    const cost = linesIn(folder).reduce((sum, line) => sum + (line.cost ?? 0), 0);
    expect(cost).toBeGreaterThan(0.15);
    expect(cost).toBeLessThanOrEqual(0.2);
    const more = await chat(hub, folder, '-o', 'out.jsonl', '--max-cost', '1', '-p', 'max_tokens=20');
    expect(more.code).toBe(0);
    expect(hub.runs()).toHaveLength(50);
    const unpriced = await fakeHub({ models: [hubModel('org/model', { providers: ['fal-ai'] })] });
    expect(await batch(unpriced, folder, '--max-cost', '1')).toMatchObject({ code: 2, stdout: '' });
    expect(unpriced.runs()).toHaveLength(0);
  });

  test.each<[answer: string, code: number, Reply]>([
    [
      'counts no tokens',
      0,
      (_received, response) => sendJson(response, { ...completion('ok'), usage: null }),
    ],
    ['breaks off', 1, (_received, response) => response.socket?.destroy()],
    ['is no chat', 1, (_received, response) => sendJson(response, { odd: true })],
  ])(
    '--max-cost counts an answer that %s as its highest cost, also after a resume',
    async (_, code, reply) => {
      const hub = await fakeHub(pricedHub(reply));
      const folder = folderWith({ 'in.csv': table(numbered(8)) });
      // At most $0.02 each.
      const run = (...words: string[]) =>
        chat(hub, folder, '-o', 'out.jsonl', '-p', 'max_tokens=20', ...words);
      expect((await run('--limit', '3')).code).toBe(code);
      const sent = hub.runs().length;
      for (const again of [1, 2]) {
        const limited = await run('--max-cost', '0.1');
        expect({ again, code: limited.code, stderr: limited.stderr }).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('before it costs more than its limit'),
        });
        expect(linesIn(folder).map(({ cost, costBound }) => [cost, costBound])).toEqual(
          new Array(5).fill([null, 0.02]),
        );
      }
      expect(hub.runs().length).toBe((sent / 3) * 5);
    },
  );

  test('--dry-run prints requests, mapping, rows and the highest cost, and sends nothing', async () => {
    const hub = await fakeHub(pricedHub(completion('ok')));
    const folder = folderWith({ 'in.csv': 'review,label\ngood,1\nbad,0\nok,1\nwell,1\n' });
    const { code, stdout } = await chat(
      hub,
      folder,
      '--prompt',
      'Rate: {{review}}',
      '--dry-run',
      '-p',
      'max_tokens=10',
    );
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Rows: 4\nModels: org/chat:groq\nInput: text from review\nCost: at most $0.04\n',
    );
    expect(stdout.match(/"content":"Rate: \w+"/g)).toEqual(
      ['good', 'bad', 'ok'].map((word) => `"content":"Rate: ${word}"`),
    );
    expect(hub.runs()).toHaveLength(0);
    expect(await chat(hub, folder, '--prompt', 'Rate: {{reviews}}')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('review'),
    });
    expect(hub.runs()).toHaveLength(0);
  });

  const schema = '{"type":"object","properties":{"stars":{"type":"integer"}},"required":["stars"]}';

  test('--schema asks for JSON and checks it, in batch, run and chat', async () => {
    const answers: Readonly<Record<string, string>> = {
      a: '{"stars": 4}',
      b: '```json\n{"stars": 2}\n```',
      c: '{"stars": "x"}',
      d: 'no',
    };
    const hub = await fakeHub(
      pricedHub((received, response) => {
        const { messages } = JSON.parse(received.body.toString()) as { messages: { content: string }[] };
        sendJson(response, completion(answers[messages.at(-1)!.content] ?? ''));
      }),
    );
    const folder = folderWith({ 'in.csv': table(['a', 'b', 'c', 'd']), 's.json': schema });
    expect((await chat(hub, folder, '-o', 'out.jsonl', '--schema', 's.json')).code).toBe(1);
    const lines = linesIn(folder);
    expect(lines.map(({ value, error }) => value ?? error?.code)).toEqual([
      { stars: 4 },
      { stars: 2 },
      'UNEXPECTED_RESPONSE',
      'UNEXPECTED_RESPONSE',
    ]);
    const format = {
      type: 'json_schema',
      json_schema: { name: 'answer', strict: true, schema: JSON.parse(schema) as object },
    };
    expect(JSON.parse(hub.runs()[0]!.body.toString())).toMatchObject({ response_format: format });
    for (const words of [['run', 'text-generation'], ['chat']]) {
      const one = await cli([...words, 'a', '-m', 'org/chat', '--schema', 's.json', '--json', ...at(hub)], {
        folder,
        environment,
      });
      expect({ code: one.code, value: JSON.parse(one.stdout) as unknown }).toEqual({
        code: 0,
        value: { stars: 4 },
      });
      const wrong = await cli([...words, 'c', '-m', 'org/chat', '--schema', 's.json', '--json', ...at(hub)], {
        folder,
        environment,
      });
      expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('does not fit the schema') });
      const again = await cli(['rerun', 'last', '--json', ...at(hub)], { folder, environment });
      expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('does not fit the schema') });
      expect(hub.runs().at(-1)!.body).toEqual(hub.runs().at(-2)!.body);
    }
  });

  test.each([
    ['a pattern that takes exponential time', '{"pattern":"^(a+)+$"}', `"${'a'.repeat(40)}b"`],
    ['references without an end', '{"$ref":"#"}', '1'],
    [
      'references that multiply',
      `{"$defs":{${Array.from({ length: 26 }, (_, at) => `"d${at}":{"allOf":[{"$ref":"#/$defs/d${at + 1}"},{"$ref":"#/$defs/d${at + 1}"}]}`).join(',')},"d26":{}},"$ref":"#/$defs/d0"}`,
      '1',
    ],
  ])('a schema with %s ends soon', async (_name, text, answer) => {
    const hub = await fakeHub(pricedHub(completion(answer)));
    const folder = folderWith({ 's.json': text });
    const { code, stderr } = await cli(
      ['run', 'text-generation', 'a', '-m', 'org/chat', '--schema', 's.json', '--json', ...at(hub)],
      { folder, environment },
    );
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('too complex') });
  });

  test('a prompt file gives rows, model, conversation and tests', async () => {
    const hub = await fakeHub(pricedHub(completion('Yes, good')));
    const prompt = `model: org/chat
messages:
  - {role: system, content: Be short.}
  - {role: user, content: "Is {{input}} good?"}
testData:
  - {input: tea, expected: yes}
  - {input: war, expected: no}
evaluators:
  - name: word
    string: {startsWith: "{{expected}}"}
`;
    const folder = folderWith({ 'a.prompt.yml': prompt });
    const words = ['--prompt', 'a.prompt.yml', '-o', 'out.jsonl', ...at(hub)];
    const { code, stderr } = await cli(['batch', 'text-generation', ...words], { folder, environment });
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('word: 1 of 2 passed'),
    });
    expect(linesIn(folder)[0]).toMatchObject({
      input: { text: 'Is tea good?' },
      columns: { expected: 'yes' },
      model: 'org/chat',
      checks: { word: true },
    });
    const single = await cli(
      ['run', 'text-generation', 'tea', '--prompt', 'a.prompt.yml', '--no-stream', ...at(hub)],
      { folder, environment },
    );
    expect(single).toMatchObject({ code: 0, stdout: 'Yes, good\n' });
    const snippet = await cli(
      ['snippet', 'text-generation', 'tea', '--prompt', 'a.prompt.yml', '--lang', 'curl', ...at(hub)],
      {
        folder,
        environment,
      },
    );
    expect(snippet.stdout).toContain('Is tea good?');
    expect(JSON.parse(hub.runs().at(-1)!.body.toString())).toMatchObject({
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'Is tea good?' },
      ],
    });
  });
});

describe('sources', () => {
  test('shards together are the whole source, with different keys', async () => {
    const hub = await fakeHub();
    const folder = folderWith({ 'in.csv': table(['a', 'a', 'a', 'b', 'b', 'c', 'd']) });
    const all: BatchLine[] = [];
    for (const index of [1, 2, 3]) {
      const { code } = await cli(
        ['batch', TASK, 'in.csv', '-m', 'org/model', '-o', `${index}.jsonl`, '--shard', 'auto', ...at(hub)],
        {
          folder,
          environment: { ...environment, JOB_COMPLETION_INDEX: String(index - 1), JOB_COMPLETIONS: '3' },
        },
      );
      expect(code).toBe(0);
      all.push(...linesIn(folder, `${index}.jsonl`));
    }
    expect(all.map(({ row, shard }) => `${row} ${shard}`).sort()).toEqual([
      '1 1/3',
      '2 2/3',
      '3 3/3',
      '4 1/3',
      '5 2/3',
      '6 3/3',
      '7 1/3',
    ]);
    expect(new Set(all.map(({ key }) => key)).size).toBe(7);
    expect(hub.runs()).toHaveLength(7);
  });

  const refusals: Readonly<Record<string, readonly [code: number, reply: Reply, pattern: RegExp]>> = {
    'that the token may not write to': [4, answerJson({ error: 'Forbidden' }, 403), /Forbidden/],
    'whose hub fails for minutes': [
      1,
      (_received, response) => {
        response.setHeader('Retry-After', '50');
        sendJson(response, { error: 'Busy' }, 503);
      },
      /Busy/,
    ],
    'whose hub never answers': [124, () => undefined, /within 1 s/],
  };

  const info = { _id: '1', id: 'a/b', private: true, downloads: 0, likes: 0, gated: false };
  const refusingHub = (refuse: Reply) =>
    fakeHub({
      first: ({ url }) =>
        url.includes('/preupload/') ? refuse : url.startsWith('/api/datasets/a/b') ? info : undefined,
    });

  test('Ctrl-C ends the last upload, and the message says how to save the rows', async () => {
    const hub = await refusingHub(() => undefined);
    const folder = folderWith({ 'in.csv': table(['a', 'b']) });
    const words = ['batch', TASK, 'in.csv', '-m', 'org/model', '--into', 'a/b/out.jsonl', ...at(hub)];
    const running = runningCli(words, { folder, environment });
    await hub.arrival('/preupload/');
    running.interrupt();
    const { code, stderr } = await running.ended;
    const [, path = ''] = /The rows are in (\S+)\. Save them with: hf upload a\/b /.exec(stderr) ?? [];
    expect({ code, lines: linesIn('/', path).length }).toEqual({ code: 130, lines: 2 });
  });

  test.each(Object.entries(refusals))(
    'rows for a dataset %s are kept within --timeout, and the message says how to save them',
    async (_name, [code, refuse, pattern]) => {
      const hub = await refusingHub(refuse);
      const folder = folderWith({ 'in.csv': table(['a', 'b']) });
      const unnamed = await batch(hub, folder, '--into', 'a/b/runs/out.jsonl', '--timeout', '1');
      expect(unnamed).toMatchObject({ code, stderr: expect.stringMatching(pattern) as string });
      const [, path = '', line = ''] =
        /The rows are in (\S+)\. Save them with: (.+)/.exec(unnamed.stderr) ?? [];
      expect(linesIn('/', path)).toHaveLength(2);
      expect(line).toBe(`hf upload a/b ${dirname(path)} runs --repo-type dataset`);
      expect(readdirSync(dirname(path))).toEqual(['out.jsonl']);
      const named = await batch(hub, folder, '--into', 'a/b', '-o', 'out.jsonl', '--timeout', '1');
      expect(named).toMatchObject({
        code,
        stderr: expect.stringContaining('Run the same command again to save them in a/b'),
      });
      expect(linesIn(folder)).toHaveLength(2);
    },
  );

  test('the built command decodes Parquet files', async () => {
    const hub = await fakeHub();
    const folder = folderWith({});
    const pages = page(zstdIntegers, { size: 12 });
    writeFileSync(join(folder, 'in.parquet'), parquetBytes({ codec: 6, pages }));
    const words = ['batch', TASK, 'in.parquet', '--column', 'text=n', '-m', 'org/model', ...at(hub)];
    const { code, stdout } = await runCli(words, { folder, environment });
    expect(code).toBe(0);
    expect(stdout.match(/"text":"\d"/g)?.sort()).toEqual(['"text":"7"', '"text":"8"', '"text":"9"']);
  });

  test('hostile files and folders', async () => {
    const hub = await fakeHub();
    const folder = folderWith({
      'in.csv': table(['a']),
      'torn.jsonl': '{"text":"a"}\n{"text":',
      'bad.parquet': 'PAR1xxxxPAR1',
    });
    writeFileSync(join(folder, 'zeros.parquet'), parquetBytes({ pages: new Uint8Array(60) }));
    mkdirSync(join(folder, 'texts'));
    writeFileSync(join(folder, 'texts', 'one.txt'), 'hello');
    symlinkSync('..', join(folder, 'texts', 'loop'));
    mkdirSync(join(folder, 'links'));
    symlinkSync('nowhere', join(folder, 'links', 'three.txt'));
    symlinkSync('/', join(folder, 'links', 'all'));
    execFileSync('mkfifo', [join(folder, 'texts', 'pipe.txt'), join(folder, 'pipe.csv')]);
    const run = (source: string) =>
      cli(['batch', TASK, source, '-m', 'org/model', ...at(hub)], { folder, environment });
    const texts = await run('texts');
    expect(
      texts.stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as BatchLine).input),
    ).toContainEqual({ text: 'hello' });
    expect(hub.runs()).toHaveLength(1);
    for (const source of [
      'pipe.csv',
      'missing.csv',
      'bad.parquet',
      'zeros.parquet',
      '*.nothing',
      'hf://models/a/b',
    ])
      expect({ source, ...(await run(source)) }).toMatchObject({ code: 2, stdout: '' });
    expect(await run('torn.jsonl')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/(?=[^]*"row":1)[^]*Line 2 of/),
    });
  });

  test('several models run each row, those of the settings and equal ones are refused', async () => {
    const hub = await fakeHub({ models: [hubModel('org/model'), hubModel('org/other')] });
    const folder = folderWith({ 'in.csv': table(['a', 'b']) });
    const { stdout, code } = await batch(hub, folder, '-m', 'org/other', '-o', 'out.jsonl', '--json');
    expect({ code, summary: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      summary: {
        done: 4,
        models: [
          { model: 'org/model', done: 2 },
          { model: 'org/other', done: 2 },
        ],
      },
    });
    expect((await batch(hub, folder, '-m', 'org/model')).code).toBe(2);
    const words = [
      ['--json'],
      ['--retry-errors'],
      ['--column', 'text=nope'],
      ['--column', 'x=text'],
      ['--max-cost', '-1'],
      ['--shard', '3/2'],
      ['--concurrency', '0'],
    ];
    for (const wrong of words)
      expect({ wrong, code: (await batch(hub, folder, ...wrong)).code }).toEqual({ wrong, code: 2 });
    expect(hub.runs()).toHaveLength(4);
  });
});

describe('the tasks and datasets of the sandbox', async () => {
  const sandbox = await recordingSandbox();

  // Videos take long, and are files like pictures.
  test.each(tasksOfEachKind().filter(({ result }) => result.kind !== 'video'))('$id', async (task) => {
    const folder = temporaryFolder();
    const { words: typed } = await typedExample(connectionTo(sandbox), task, folder);
    const row: Record<string, unknown> = {};
    for (let at = 0; at < typed.length; at += 2) {
      const [name, value] = [typed[at]!.slice(2), typed[at + 1]!];
      const isJson = value.endsWith('.json');
      const cell = isJson ? (JSON.parse(readFileSync(value, 'utf8')) as unknown) : value;
      row[name] = name in row ? [row[name], cell].flat() : cell;
    }
    writeFileSync(join(folder, 'in.jsonl'), `${JSON.stringify(row)}\n${JSON.stringify(row)}\n`);
    const columns = Object.keys(row).flatMap((name) => ['--column', `${name}=${name}`]);
    // The paths are absolute.
    const words = ['in.jsonl', '--media-root', folder, ...columns, '-o', 'out.jsonl', ...at(sandbox)];
    const result = await cli(['batch', task.id, ...words], { folder, environment });
    expect(result).toMatchObject({ code: 0 });
    const lines = linesIn(folder);
    expect(lines).toHaveLength(2);
    for (const { value } of lines) expect(value).toBeTruthy();
  });

  test('a dataset, with names for its classes and files that are fetched when they are needed', async () => {
    const run = (source: string, task: string) =>
      cli(['batch', task, source, ...at(sandbox)], { environment });
    const reviews = await run('hf://datasets/sandbox/reviews', TASK);
    const rows = reviews.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as BatchLine);
    expect(rows.map(({ columns }) => columns['label'])).toContain('positive');
    expect(rows).toHaveLength(6);
    const images = await run('hf://datasets/sandbox/images/default/test', 'image-classification');
    expect(images.code).toBe(0);
    expect(images.stdout).toContain('"input":{"image":"image of row 1"}');
    expect(images.stdout).not.toContain('Expires');
    expect((await run('hf://datasets/sandbox/none', TASK)).code).toBe(1);
  });

  test('--expected ends with a report', async () => {
    const words = ['batch', TASK, 'hf://datasets/sandbox/reviews', '--expected', 'label', '-o', 'out.jsonl'];
    const folder = temporaryFolder();
    const { code, stdout } = await cli([...words, '--json', ...at(sandbox)], { folder, environment });
    expect({ code, summary: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      summary: { done: 6, models: [{ metrics: [{ metric: 'accuracy', rows: 6 }, {}] }] },
    });
    expect((await cli([...words.slice(0, 5), ...at(sandbox)], { folder, environment })).code).toBe(2);
  });

  test('T45, E4: --label is a candidate label where the task has them, and elsewhere names --expected', async () => {
    const folder = folderWith({ 'in.csv': 'text,label\ngreat,good\n' });
    const run = (task: string, ...labels: string[]) =>
      cli(['batch', task, 'in.csv', ...labels, ...at(sandbox)], { folder, environment });
    const words = ['--label', 'good, really', '--label', 'bad'];
    const { code, stdout } = await run('zero-shot-classification', ...words);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      input: { candidateLabels: ['good, really', 'bad'] },
      columns: { label: 'good' },
    });
    const refused = await run(TASK, '--label', 'label');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`error: ${TASK} has no input --label\nhint: Use --expected label for`);
  });
});

test.each([
  ['other rows', { rows: [{ row_idx: 5, row: { text: 'a' }, truncated_cells: [] }], num_rows_total: 6 }],
  ['no rows before the end', { rows: [], num_rows_total: 10 }],
  ['rows that are no objects', { rows: [{ row_idx: 0, row: 'x' }], num_rows_total: 1 }],
  ['no number of rows', { rows: [] }],
])('a dataset viewer that sends %s', async (_name, page) => {
  const hub = await fakeHub({ first: ({ url }) => (url.startsWith('/rows') ? page : undefined) });
  const { code, stdout } = await cli(
    ['batch', TASK, 'hf://datasets/a/b/c/d', '-m', 'org/model', ...at(hub)],
    { environment },
  );
  expect(code).toBeGreaterThan(0);
  expect(stdout).toBe('');
  expect(hub.to('/rows').length).toBeLessThan(4);
});

test.each([
  [['-'], 'error: A batch reads files, not standard input\n'],
  [['in.csv'], 'error: No column for text\n'],
])('a batch of %j that cannot begin prints the error alone', async (sources, message) => {
  const folder = folderWith({ 'in.csv': 'name,age\nAnn,31\n' });
  const hub = await fakeHub({ models: [hubModel('org/model')] });
  const words = ['batch', TASK, ...sources, '-m', 'org/model', ...at(hub)];
  const { code, stdout, stderr } = await cli(words, { folder, environment });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.startsWith(message)).toBe(true);
});
