import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { tasks } from '@tryout/engine';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { answerJson, sendJson, type RequestHandler } from '../../support/loopback.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };
afterEach(() => void vi.restoreAllMocks());
const models = ['-m', 'sandbox/vader-sentiment', '-m', 'sandbox/mood-word-count'];
const compare = ['compare', 'text-classification', 'What a lovely day', ...models, ...at(sandbox)];

interface Compared {
  readonly agreement: { readonly top1?: number; readonly pairs: readonly object[] } | null;
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

const parse = (stdout: string) => JSON.parse(stdout) as Compared;

/** A hub with two models for text classification and the answer of each. */
const hubOf = (answers: Readonly<Record<string, RequestHandler>>) =>
  fakeHub({
    models: Object.keys(answers).map((id) => hubModel(id)),
    inference: (received, response) => answers[/org\/\w+/.exec(received.url)![0]]!(received, response),
  });

const twoModels = ['-m', 'org/a', '-m', 'org/b'];

test('compare prints the contract as JSON, in the order of the models', async () => {
  const { code, stdout, stderr } = await cli([...compare, '--json'], { environment });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { agreement, results } = parse(stdout);
  expect(agreement).toMatchObject({ top1: 1, pairs: [{ a: 0, b: 1, top1: 1 }] });
  expect(results.map(({ model }) => model)).toEqual(['sandbox/vader-sentiment', 'sandbox/mood-word-count']);
  for (const result of results)
    expect(result).toMatchObject({
      provider: 'hf-inference',
      cost: expect.any(Number),
      value: [{ label: 'POSITIVE' }, {}, {}],
    });
});

test('compare adds the speed of chats, and the paths of images', async () => {
  const assistants = ['-m', 'sandbox/plain-assistant', '-m', 'sandbox/picture-assistant'];
  const chat = ['compare', 'chat', 'What is 2+2?', ...assistants];
  const answered = await cli([...chat, '--json', ...at(sandbox)], { environment });
  for (const result of parse(answered.stdout).results) {
    expect(result['firstTokenSeconds']).toBeGreaterThan(0);
    expect(result['tokensPerSecond']).toBeGreaterThan(0);
  }
  const folder = temporaryFolder();
  const painters = ['-m', 'sandbox/shape-painter', '-m', 'sandbox/stripe-painter'];
  const paint = ['compare', 't2i', 'a red circle', ...painters];
  const painted = await cli([...paint, '--json', ...at(sandbox)], { folder, environment });
  const files = parse(painted.stdout).results.map(({ value }) => (value as { file: string }).file);
  expect(new Set(files).size).toBe(2);
  for (const file of files) expect(existsSync(join(folder, file))).toBe(true);
});

test.each([
  ['no model', []],
  ['one model', ['-m', 'org/a']],
  ['nine models', Array.from({ length: 9 }, () => ['-m', 'org/a']).flat()],
  ['an empty model', ['-m', 'org/a', '-m', ' ']],
  ['an endpoint', ['-m', 'org/a', '-m', 'https://example.org/v1']],
])('compare refuses %s before any request', async (_name, words) => {
  sandbox.forget();
  const { code, stdout, stderr } = await cli(['compare', 'sentiment', 'x', ...words, ...at(sandbox)], {
    environment,
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: .+\nhint: .+/);
  expect(sandbox.requests).toEqual([]);
});

test('compare is done if one model answered, and reports the others', async () => {
  const hub = await hubOf({
    'org/a': answerJson({ error: 'Out of memory' }, 500),
    'org/b': answerJson([{ label: 'GOOD', score: 1 }]),
  });
  const words = ['compare', 'sentiment', 'x', ...twoModels, ...at(hub)];
  const text = await cli(words, { environment });
  expect(text).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^org\/a: .*Out of memory/) as string,
  });
  expect(text.stdout).toMatch(/^org\/a\t\t\t.*Out of memory.*\norg\/b\t[\d.]+\t[\d.e-]+\tGOOD 100.0%\n$/);
  const { stdout } = await cli([...words, '--json'], { environment });
  expect(parse(stdout)).toMatchObject({
    agreement: null,
    results: [{ model: 'org/a', error: { name: 'InferenceError' } }, {}],
  });
});

test.each([
  ['a refusal before a failure', 403, 500, 4],
  ['a failure', 500, 500, 1],
])('compare ends with %s if no model answered', async (_name, first, second, code) => {
  const hub = await hubOf({
    'org/a': answerJson({ error: 'No' }, first),
    'org/b': answerJson({ error: 'No' }, second),
  });
  const result = await cli(['compare', 'sentiment', 'x', ...twoModels, ...at(hub)], { environment });
  expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(/^error: /m) as string });
});

test('compare ends with 124 if every model timed out', async () => {
  const hub = await hubOf({ 'org/a': () => undefined, 'org/b': () => undefined });
  const words = ['compare', 'sentiment', 'x', ...twoModels, '--timeout', '0.2', ...at(hub)];
  expect(await cli(words, { environment })).toMatchObject({ code: 124, stdout: '' });
});

test('compare reads standard input once for all models', async () => {
  const input = 'What a lovely day';
  const words = compare.filter((word) => word !== input);
  const { stdout } = await cli([...words, '--json'], { environment, input });
  expect(parse(stdout).results.map(({ error }) => error)).toEqual([undefined, undefined]);
});

test('compare keeps a group in the history, which rerun, show, export, open and rm know', async () => {
  const folder = temporaryFolder();
  const options = { folder, environment };
  await cli(compare, options);
  const listed = await cli(['history', '--json'], options);
  const runs = JSON.parse(listed.stdout) as { group: string; candidate: number; model: string }[];
  expect(runs.map(({ candidate }) => candidate).sort()).toEqual([1, 2]);
  const [group] = new Set(runs.map((run) => run.group));
  expect(new Set(runs.map((run) => run.group)).size).toBe(1);
  const lines = (await cli(['history'], options)).stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.split('\t').at(-1))).toEqual([group, group]);
  const completed = await cli(['complete', '--', 'rerun', group!.slice(0, 12)], options);
  expect(completed.stdout).toContain(`${group}\tcomparison, `);
  const show = await cli(['history', 'show', group!.toLowerCase()], options);
  expect(show.stdout).toMatch(
    /^comparison\t[^]*\n\nsandbox\/vader-sentiment\t.*POSITIVE.*\nsandbox\/mood-word-count\t/,
  );
  const again = await cli(['rerun', group!, '--json', ...at(sandbox)], options);
  expect(parse(again.stdout).results.map(({ model }) => model)).toEqual([
    'sandbox/vader-sentiment',
    'sandbox/mood-word-count',
  ]);
  const last = await cli(['rerun', 'last', '--json', ...at(sandbox)], options);
  expect(parse(last.stdout).results).toHaveLength(2);
  const exported = await cli(['history', 'export', group!], options);
  expect(JSON.parse(exported.stdout)).toMatchObject({
    tryout: 1,
    group,
    runs: [{ candidate: 1 }, { candidate: 2 }],
  });
  const refused = await cli(['rerun', group!, '-m', 'org/a', ...at(sandbox)], options);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/hint: .*tryout compare/) as string,
  });
  await cli(['history', 'rm', group!], options);
  expect(JSON.parse((await cli(['history', '--json'], options)).stdout)).toHaveLength(4);
});

test('compare saves the group, and rerun reads it', async () => {
  const folder = temporaryFolder();
  const options = { folder, environment };
  const saved = await cli([...compare, '--save-run', 'a.run.json', '--no-history'], options);
  expect(saved).toMatchObject({ code: 0, stderr: 'Saved the comparison to a.run.json.\n' });
  const again = await cli(['rerun', 'a.run.json', '--json', ...at(sandbox)], options);
  expect(parse(again.stdout).results).toHaveLength(2);
  const file = JSON.parse(readFileSync(join(folder, 'a.run.json'), 'utf8')) as { runs: object[] };
  writeFileSync(join(folder, 'b.run.json'), JSON.stringify({ ...file, runs: [file.runs[0], {}] }));
  sandbox.forget();
  const hostile = await cli(['rerun', 'b.run.json', ...at(sandbox)], options);
  expect(hostile).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: b\.run\.json/) as string,
  });
  expect(sandbox.requests).toEqual([]);
});

test('compare saves a large input once, next to the group', async () => {
  const folder = temporaryFolder();
  const image = join('examples', 'shapes.png');
  const words = ['compare', 'object-detection', join(process.cwd(), image), '--save-run', 'a.run.json'];
  const detectors = ['-m', 'sandbox/shape-detector', '-m', 'sandbox/fill-ratio-detector'];
  await cli([...words, ...detectors, ...at(sandbox)], { folder, environment });
  const text = readFileSync(join(folder, 'a.run.json'), 'utf8');
  expect(text.match(/"data"/g)).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.startsWith('a'))).toEqual(['a.run.json']);
});

test('compare --blind requires a terminal', async () => {
  const { code, stderr } = await cli([...compare, '--blind'], { environment });
  expect(code).toBe(2);
  expect(stderr).toMatch(/--blind requires a terminal/);
});

test.each([
  ['a', 0],
  ['b', 0],
  ['c', 0],
  ['b', 0.99],
])(
  'compare --blind hides the names until a vote for %s, which the history counts for its model (random number %d)',
  async (letter, random) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const folder = temporaryFolder();
    const words = [...compare, '-m', 'sandbox/question-or-statement', '--blind'];
    const terminal = inTerminal(words, { folder, environment, columns: 80, rows: 40 });
    const screen = await terminal.until(/Best result\? \(A, B, C, t for a tie/);
    expect(screen).toMatch(/1 Model A\n/);
    expect(screen).not.toMatch(/vader|mood-word|question-or|\d ms/);
    terminal.type(`${letter}\r`);
    expect(await terminal.ended).toBe(0);
    const [, model] = new RegExp(`Model ${letter.toUpperCase()} is (sandbox/\\S+)`).exec(terminal.screen())!;
    const { stdout } = await cli(['history', 'votes', '--json'], { folder, environment });
    const lost = { wins: 0, losses: 1 };
    const pairs = [{ ties: 0 }, { ties: 0 }];
    expect(JSON.parse(stdout)).toMatchObject({ pairs, models: [{ model, wins: 2, losses: 0 }, lost, lost] });
    expect((await cli(['history', 'votes'], { folder, environment })).stdout).toContain(
      `${model}\t2\t0\t0\n`,
    );
  },
);

test('votes on two providers of one model count for each of them', async () => {
  const folder = temporaryFolder();
  const places = ['sandbox/plain-assistant:groq', 'sandbox/plain-assistant:hf-inference'];
  const words = ['compare', 'chat', 'Hello', '-m', places[0]!, '-m', places[1]!, '--blind', ...at(sandbox)];
  const terminal = inTerminal(words, { folder, environment, columns: 80, rows: 40 });
  await terminal.until(/Best result\?/);
  terminal.type('t\r');
  expect(await terminal.ended).toBe(0);
  const { stdout } = await cli(['history', 'votes', '--json'], { folder, environment });
  const tied = { wins: 0, losses: 0, ties: 1 };
  expect(JSON.parse(stdout)).toEqual({
    pairs: [{ models: places, ...tied }],
    models: places.map((model) => ({ model, ...tied })),
  });
});

test('compare draws a table within 80 and 40 columns, with the largest difference first', async () => {
  const folder = temporaryFolder();
  for (const columns of [80, 40]) {
    const terminal = await inTerminal(compare, { folder, environment, columns, rows: 24 }).endedWith(0);
    const lines = terminal.screen().split('\n');
    const rows = lines.filter((line) => /^(POSITIVE|NEUTRAL|NEGATIVE)/.test(line));
    expect(rows.map((line) => line.split(/\s/)[0])).toEqual(['POSITIVE', 'NEUTRAL', 'NEGATIVE']);
    expect(rows[0]).toMatch(/POSITIVE +[\d.]+% .*[\d.]+%/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  }
  const history = await inTerminal(['history'], { folder, environment, columns: 80, rows: 24 }).endedWith(0);
  expect(history.screen()).toMatch(/≡ \w+ .*2 models compared\n✓ .*vader-sentiment.*\n✓ .*mood-word-count/);
});

test('compare completes and explains itself like run', async () => {
  const help = await cli(['compare', 'sentiment', '--help']);
  expect(help.stdout).toMatch(/Usage: tryout compare text-classification <text>/);
  const options = await cli(['complete', '--', 'compare', 'sentiment', '--']);
  for (const option of ['--model', '--blind', '--save-run', '--param', '--text'])
    expect(options.stdout).toContain(option);
  expect(options.stdout).not.toMatch(/--endpoint-url|--output|--image|--send-token/);
  const names = await cli(['complete', '--', 'compare', 'text-']);
  for (const { id } of tasks.filter((task) => task.id.startsWith('text-')))
    expect(names.stdout).toContain(id);
});

test('compare waits for all runs at the same time', async () => {
  const replies: (() => void)[] = [];
  const answer: RequestHandler = (_received, response) => {
    replies.push(() => sendJson(response, [{ label: 'GOOD', score: 1 }]));
    if (replies.length === 2) for (const reply of replies) reply();
  };
  const hub = await hubOf({ 'org/a': answer, 'org/b': answer });
  expect(await cli(['compare', 'sentiment', 'x', ...twoModels, ...at(hub)], { environment })).toMatchObject({
    code: 0,
  });
});

test('compare prints the code of each model, and notes an unknown parameter once', async () => {
  const words = [...compare, '--lang', 'python', '--client', 'requests', '-p', 'nonsense=1'];
  const { code, stdout, stderr } = await cli(words, { environment });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^# sandbox\/vader-sentiment: .*requests[^]*^# sandbox\/mood-word-count: .*requests/m,
  );
  expect(stderr.match(/nonsense/g)).toHaveLength(1);
});
