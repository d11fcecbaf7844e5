import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  comparedFacts,
  computeAgreement,
  createComparison,
  emptyChat,
  fileFromBlob,
  getTokensPerSecond,
  readRunFiles,
  recordRuns,
  recordVote,
  runFileText,
  speedFacts,
  withFilesInsideAll,
  taskNamed,
  tallyVotes,
  type Candidate,
  type Comparison,
  type Connection,
  type FileInput,
  type RunFile,
  type StoredRun,
  type ChatState,
  type Task,
  type Values,
} from '@tryout/engine';
import { fileHistory } from '@tryout/engine/node';
import { canary, connectionAt, connectionTo, deadlines, rejection } from '../../support/ask.ts';
import { exampleSession } from '../../support/example-session.ts';
import { fakeHub, hubModel, type FakeHub } from '../../support/fake-hub.ts';
import { answerJson, sendJson, type RequestHandler } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';
import { recordingSandbox, type RecordingSandbox } from '../../support/recording-sandbox.ts';
import { tagsOf, tasksOfEachKind } from '../../support/task-list.ts';

let sandbox: RecordingSandbox;

beforeAll(async () => {
  sandbox = await recordingSandbox();
});

const specOf = (task: Task, values: Values, chat?: ChatState) => ({
  task,
  place: {},
  values,
  chat: task.conversation && (chat ?? emptyChat),
});

const candidatesOf = (...models: string[]): Candidate[] => models.map((model) => ({ model }));

function compare(
  connection: Connection,
  id: string,
  values: Values,
  candidates = candidatesOf('org/a', 'org/b'),
): Comparison {
  return createComparison({ connection, spec: specOf(taskNamed(id), values), candidates });
}

test.each([1, 9])('a comparison of %i models is refused', (count) => {
  const candidates = candidatesOf(...Array.from({ length: count }, (_, index) => `org/m${index}`));
  const connection = connectionTo({ hubUrl: 'http://127.0.0.1:1', inferenceUrl: 'http://127.0.0.1:1' });
  expect(() => compare(connection, 'summarization', { text: 'a' }, candidates)).toThrow(
    `A comparison takes 2 to 8 models, not ${count}`,
  );
});

const statusesOf = (comparison: Comparison) => comparison.getSnapshot().runs.map(({ run }) => run.status);

const modelOf = ({ url }: { readonly url: string }) => /org\/\w+/.exec(url)?.[0];

/** A hub with models for text classification, and the answer of each. */
function hubOf(answers: Readonly<Record<string, RequestHandler>>, task?: string): Promise<FakeHub> {
  return fakeHub({
    models: Object.keys(answers).map((id) => hubModel(id, { task })),
    inference: (received, response) => answers[modelOf(received)!]!(received, response),
  });
}

const labels = (label: string) => answerJson([{ label, score: 0.9 }]);

for (const task of tasksOfEachKind())
  test(
    `compare ${task.id} runs a model twice, with other parameters, and computes their agreement`,
    { tags: tagsOf(task) },
    async () => {
      const session = await exampleSession(sandbox, task);
      const { model, values, chat } = session.getSnapshot();
      session.dispose();
      const comparison = createComparison({
        connection: session.connection(),
        spec: specOf(task, values, chat),
        candidates: [{ model: model! }, { model: model!, parameters: { seed: '8' } }],
      });
      const folder = temporaryFolder();
      const history = fileHistory(folder);
      const failures: unknown[] = [];
      recordRuns(
        comparison,
        () => Promise.resolve(history),
        (error) => failures.push(error),
      );
      await comparison.run();
      const { runs, group } = comparison.getSnapshot();
      expect(runs.map(({ run }) => run.error)).toEqual([undefined, undefined]);
      const views = runs.map(({ run }) => run.result?.view);
      const agreement = await computeAgreement(views);
      expect(agreement?.pairs.map(({ a, b }) => [a, b])).toEqual([[0, 1]]);
      await expect.poll(() => history.list({ group })).toHaveLength(2);
      expect(failures).toEqual([]);
      const entries = await history.list({ group });
      expect(entries.map(({ candidate }) => candidate).sort()).toEqual([1, 2]);
    },
  );

test('compare reads a large file once for all candidates', async () => {
  const hub = await hubOf({ 'org/a': labels('A'), 'org/b': labels('B') }, 'image-classification');
  const bytes = new Uint8Array(5_000_000);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const blob = fileFromBlob(new Blob([bytes]), 'a.png', 'image/png');
  let reads = 0;
  const image: FileInput = { ...blob, open: () => ((reads += 1), blob.open()) };
  const folder = temporaryFolder();
  const history = fileHistory(folder);
  const comparison = compare(connectionAt(hub.url), 'image-classification', { image });
  recordRuns(
    comparison,
    () => Promise.resolve(history),
    () => undefined,
  );
  await comparison.run();
  expect(statusesOf(comparison)).toEqual(['done', 'done']);
  expect(hub.runs().map(({ body }) => body.equals(bytes))).toEqual([true, true]);
  await expect.poll(() => history.list()).toHaveLength(2);
  expect(reads).toBe(1);
});

test('compare encodes a file in JSON once', async () => {
  const answer = answerJson([{ answer: 'cat', score: 1 }]);
  const hub = await hubOf({ 'org/a': answer, 'org/b': answer }, 'visual-question-answering');
  const image = fileFromBlob(new Blob([new Uint8Array(5_000_000)]), 'a.png', 'image/png');
  const connection = connectionAt(hub.url);
  let encoded = 0;
  const transport: Connection['transport'] = {
    ...connection.transport,
    encodeBase64: (slice) => ((encoded += slice.length), connection.transport.encodeBase64(slice)),
  };
  const values = { image, question: 'What is it?' };
  const comparison = compare({ ...connection, transport }, 'visual-question-answering', values);
  await comparison.run();
  expect(statusesOf(comparison)).toEqual(['done', 'done']);
  const bodies = hub.runs().map(({ body }) => JSON.parse(String(body)) as { inputs: { image: string } });
  expect(bodies.map(({ inputs }) => Buffer.from(inputs.image, 'base64').length)).toEqual([5e6, 5e6]);
  expect(encoded).toBe(5_000_000);
});

test('compare sends the requests of all candidates at the same time', async () => {
  const waiting: (() => void)[] = [];
  const names = ['org/a', 'org/b', 'org/c', 'org/d'];
  // Nobody is answered before all have asked.
  const answer: RequestHandler = (_received, response) => {
    waiting.push(() => sendJson(response, [{ label: 'GOOD', score: 1 }]));
    if (waiting.length === names.length) for (const reply of waiting) reply();
  };
  const hub = await hubOf(Object.fromEntries(names.map((name) => [name, answer])));
  const comparison = compare(
    connectionAt(hub.url),
    'text-classification',
    { text: 'Hi' },
    candidatesOf(...names),
  );
  await comparison.run();
  expect(statusesOf(comparison)).toEqual(names.map(() => 'done'));
});

test('compare lets one candidate fail and one be canceled', async () => {
  const hub = await hubOf({
    'org/a': labels('GOOD'),
    'org/b': answerJson({ error: 'Out of memory' }, 500),
    'org/c': () => undefined,
  });
  const names = ['org/a', 'org/b', 'org/c'];
  const comparison = compare(
    connectionAt(hub.url),
    'text-classification',
    { text: 'Hi' },
    candidatesOf(...names),
  );
  const ended = comparison.run();
  await hub.arrival('models/org/c');
  await expect.poll(() => statusesOf(comparison)).toEqual(['done', 'failed', 'loading']);
  comparison.cancel(2);
  await ended;
  expect(statusesOf(comparison)).toEqual(['done', 'failed', 'canceled']);
  expect(comparison.getSnapshot().runs[1]!.run.error?.message).toContain('Out of memory');
  comparison.cancel();
  expect(statusesOf(comparison)).toEqual(['done', 'failed', 'canceled']);
});

test('compare has a deadline for each run', async () => {
  const hub = await hubOf({ 'org/a': labels('GOOD'), 'org/b': () => undefined });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const connection = connectionAt(hub.url, deadlines({ firstByte: 2 }));
  const comparison = compare(connection, 'text-classification', { text: 'Hi' });
  const ended = comparison.run();
  await hub.arrival('models/org/b');
  while (statusesOf(comparison)[0] !== 'done') await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(2000);
  await ended;
  vi.useRealTimers();
  expect(statusesOf(comparison)).toEqual(['done', 'failed']);
  expect(comparison.getSnapshot().runs[1]!.run.error?.outcome).toBe('timeout');
});

test('compare sends each candidate to its provider, with its parameters', async () => {
  const hub = await fakeHub({
    models: [hubModel('org/a', { providers: ['hf-inference', 'fal-ai'], task: 'text-to-image' })],
  });
  const candidates = [
    { model: 'org/a:fal-ai', parameters: { seed: '1' } },
    { model: 'org/a', provider: 'hf-inference' },
  ];
  const comparison = compare(connectionAt(hub.url), 'text-to-image', { text: 'A cat' }, candidates);
  await comparison.run();
  expect(
    hub
      .runs()
      .map(({ url }) => url.split('/')[1])
      .sort(),
  ).toEqual(['fal-ai', 'hf-inference']);
  const sent = hub.runs().map(({ body }) => String(body).includes('"seed":1'));
  expect(sent.filter(Boolean)).toHaveLength(1);
});

test('compare measures the first token and tokens per second of chats', async () => {
  const comparison = createComparison({
    connection: connectionTo(sandbox),
    spec: specOf(taskNamed('text-generation'), { text: 'What is 2 + 2?' }),
    candidates: candidatesOf('sandbox/plain-assistant', 'sandbox/plain-assistant'),
  });
  await comparison.run();
  for (const compared of comparison.getSnapshot().runs) {
    const { run } = compared;
    const { firstTokenSeconds } = run.result!;
    expect(run.error).toBeUndefined();
    expect(firstTokenSeconds).toBeGreaterThan(0);
    expect(firstTokenSeconds).toBeLessThanOrEqual(run.seconds!);
    expect(getTokensPerSecond(run.result!)).toBeGreaterThan(0);
    // A chat shows the same number.
    expect(speedFacts(run.result!).at(-1)).toBe(comparedFacts(compared).at(-1));
  }
});

/** The recorded runs of two comparisons of three models, the later one with a provider each. */
async function recordedGroup(models: readonly string[]) {
  const hub = await hubOf(Object.fromEntries(models.map((model) => [model, labels(model)])));
  const history = fileHistory(join(temporaryFolder(), 'history'));
  const comparison = compare(
    connectionAt(hub.url),
    'text-classification',
    { text: 'Hi' },
    candidatesOf(...models),
  );
  recordRuns(
    comparison,
    () => Promise.resolve(history),
    (error) => {
      throw error;
    },
  );
  await comparison.run();
  await expect.poll(() => history.list()).toHaveLength(models.length);
  return { history, group: comparison.getSnapshot().group };
}

test('compare keeps blind votes in the history and counts them by pair', async () => {
  const { history, group } = await recordedGroup(['org/a', 'org/b', 'org/c']);
  expect(tallyVotes(await history.list())).toEqual({ pairs: [], models: [] });
  expect(await recordVote(history, '01M82A1K5N4CF9J815YY9V73F7', 1)).toBe(false);
  expect(await recordVote(history, group, 1)).toBe(true);
  const entries = await history.list();
  expect(entries).toHaveLength(3);
  expect(Object.fromEntries(entries.map(({ model, vote }) => [model, vote]))).toEqual({
    'org/a': 'lost',
    'org/b': 'won',
    'org/c': 'lost',
  });
  for (const { id } of entries) expect((await history.get(id))?.run.vote).toBeDefined();
  const { pairs, models } = tallyVotes(entries);
  expect(models[0]).toEqual({ model: 'org/b', wins: 2, losses: 0, ties: 0 });
  expect(pairs).toHaveLength(2);
  expect(pairs).toContainEqual({ models: ['org/a', 'org/b'], wins: 0, losses: 1, ties: 0 });
  await recordVote(history, group, undefined);
  const tied = tallyVotes(await history.list());
  expect(tied.pairs).toContainEqual({ models: ['org/a', 'org/c'], wins: 0, losses: 0, ties: 1 });
  expect(tied.models.map(({ ties }) => ties)).toEqual([2, 2, 2]);
});

async function groupFile() {
  const { history, group } = await recordedGroup(['org/a', 'org/b']);
  const entries = await history.list({ group });
  const stored = await Promise.all(entries.map(({ id }) => history.get(id) as Promise<StoredRun>));
  return { tryout: 1 as const, group, runs: await withFilesInsideAll(stored) };
}

test('compare writes a group file that reads back with its runs in order', async () => {
  const file = await groupFile();
  const runs = await readRunFiles(runFileText(file), 'a.run.json');
  expect(runs.map(({ run }) => run.model)).toEqual(file.runs.map(({ model }) => model));
  expect(runs.map(({ run }) => [run.group, run.candidate])).toEqual([
    [file.group, 1],
    [file.group, 2],
  ]);
  expect(runs.every(({ run }) => run.result?.status === 'done')).toBe(true);
});

test('compare rejects group files that are not comparisons', async () => {
  const file = await groupFile();
  const [first, second] = file.runs as [RunFile, RunFile];
  const other = { ...second, inputs: { text: 'Another' } };
  const cases: [object, RegExp][] = [
    [{ ...file, runs: [first] }, /runs/],
    [{ ...file, runs: Array.from({ length: 9 }, () => first) }, /runs/],
    [{ ...file, runs: 'x' }, /runs/],
    [{ ...file, group: '../x' }, /group/],
    [{ ...file, more: 1 }, /more/],
    [{ ...file, tryout: 2 }, /version/],
    [{ ...file, runs: [first, other] }, /different inputs/],
    [{ ...file, runs: [first, { ...second, task: 'nonsense' }] }, /nonsense/],
    [{ ...file, runs: [first, { ...second, endpointUrl: 'https://example.org/' }] }, /endpointUrl/],
    [{ ...file, runs: [first, null] }, /run file/],
  ];
  for (const [value, message] of cases) {
    const error = await rejection(readRunFiles(JSON.stringify(value), 'a.run.json'));
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain(canary);
  }
});
