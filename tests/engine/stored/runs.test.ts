import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  describeRun,
  HUB_URL,
  INFERENCE_URL,
  isFinished,
  getChosenPlace,
  InputError,
  fileFromBlob,
  isRunLink,
  readRunFile,
  recordRuns,
  restoreInputs,
  restoreRun,
  runFileText,
  createRunLink,
  readRunLink,
  taskNamed,
  withFilesInside,
  type History,
  type RecordedRun,
  type RunFile,
  type RunResult,
  type Session,
  type StoredRun,
} from '@tryout/engine';
import { jsonFromPath, runsFromPath } from '@tryout/engine/node';
import { canary, rejection } from '../../support/ask.ts';
import { exampleSession, guestSession, sentBody } from '../../support/example-session.ts';
import { temporaryFolder } from '../../support/process.ts';
import { recordingSandbox, type RecordingSandbox } from '../../support/recording-sandbox.ts';
import { tagsOf, tasksOfEachKind } from '../../support/task-list.ts';

const PAGE = 'https://example.org/tryout/';

const hub = { hubUrl: HUB_URL, inferenceUrl: INFERENCE_URL };

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

let sandbox: RecordingSandbox;
const sessions: Session[] = [];

beforeAll(async () => {
  sandbox = await recordingSandbox();
});
afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose();
});

function newSession(): Session {
  const session = guestSession(sandbox);
  sessions.push(session);
  return session;
}

/** Runs the form and returns what the model received. */
async function bodyOfRun(session: Session): Promise<Buffer> {
  const body = await sentBody(sandbox, () => session.run());
  expect(session.getSnapshot().run.error).toBeUndefined();
  return body;
}

async function describeLastRun(session: Session, token?: string): Promise<RecordedRun> {
  const { task, model, run } = session.getSnapshot();
  const { values, parameters, choices, chat } = run.inputs!;
  const { billTo, stream } = choices;
  const place = getChosenPlace({ model, choices });
  const setup = {
    task: task!,
    place,
    values,
    parameters,
    billTo,
    stream,
    chat: task!.conversation && chat,
  };
  return describeRun(setup, isFinished(run) ? run : undefined, { ...hub, token });
}

/** Opens a run in a new session. Files that a link does not hold are taken from the original values. */
async function opened(stored: StoredRun, original?: Session): Promise<Session> {
  const session = newSession();
  const { inputs } = await restoreInputs(stored);
  const run = await restoreRun(stored, inputs);
  const { task, model } = stored.run;
  session.openRun({ task, model, inputs, run, isTrusted: true });
  for (const [name, value] of Object.entries(original?.getSnapshot().run.inputs?.values ?? {}))
    if (session.getSnapshot().values[name] === undefined) session.setValue(name, value);
  await expect.poll(() => session.getSnapshot().chatSupport).toBeDefined();
  return session;
}

/** A value with its bytes as text, which compares much faster. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

for (const task of tasksOfEachKind())
  test(
    `${task.id}: a run file and a link give the same request, byte for byte, and the file the same result`,
    { tags: tagsOf(task) },
    async () => {
      const session = await exampleSession(sandbox, task);
      sessions.push(session);
      const body = await bodyOfRun(session);
      const { stored } = await describeLastRun(session);

      const file = runFileText(await withFilesInside(stored));
      const fromFile = await opened(await readRunFile(file, 'x.run.json'));
      const { result } = fromFile.getSnapshot().run;
      const before = session.getSnapshot().run.result;
      expect(plain(result?.value)).toEqual(plain(before?.value));
      expect(result?.view.kind).toBe(before?.view.kind);
      expect((await bodyOfRun(fromFile)).equals(body)).toBe(true);

      const { url, missing } = await createRunLink(stored, PAGE);
      expect(url.startsWith(`${PAGE}#/${task.id}/`)).toBe(true);
      const fromLink = await readRunLink(url);
      expect(fromLink.run.result).toBeUndefined();
      expect((await restoreInputs(fromLink)).missing).toEqual(missing);
      expect((await bodyOfRun(await opened(fromLink, session))).equals(body)).toBe(true);
    },
  );

describe('a run file', () => {
  const id = '01M82A1K5N4CF9J815YY9V73F7';
  const run = { tryout: 1, id, task: 'summarization', inputs: { text: 'A text' } };
  const read = (value: unknown) => rejection(readRunFile(JSON.stringify(value), 'x.run.json'));
  const content = Buffer.from('content').toString('base64');
  const file = { file: 'a.png', type: 'image/png', bytes: 7, sha256: 'a'.repeat(64), data: content };

  test('may be written by hand, without a result', async () => {
    const stored = await readRunFile(JSON.stringify({ ...run, model: 'o/m:fastest' }), 'x.run.json');
    expect(stored.run).toMatchObject({ model: 'o/m', provider: 'fastest' });
  });

  test.each([
    ['no object', [run], 'is not a run file'],
    ['another version', { ...run, tryout: 2 }, 'version 2'],
    ['an unknown task', { ...run, task: 'summarizations' }, "'summarizations'", 'UNKNOWN_TASK'],
    ['an unknown input', { ...run, inputs: { inputs: 'x' } }, 'inputs.inputs'],
    ['an unknown key', { ...run, token: 'x' }, 'token'],
    ['a missing key', { ...run, id: undefined }, 'id'],
    ['a version that is no number', { ...run, tryout: { toString: 1 } }, 'tryout'],
    ['a URL for a model', { ...run, model: 'https://example.org/a' }, 'model'],
    ['a path for a name', { ...run, inputs: { text: { ...file, file: '../a' } } }, 'inputs.text'],
    ['other content', { ...run, inputs: { text: file } }, 'a.png'],
    ['an endpoint that is no URL', { ...run, endpointUrl: 'javascript:alert(1)' }, 'URL'],
  ])('with %s is refused', async (_, value, mention, code = 'INVALID_INPUT') => {
    expect(await read(value)).toMatchObject({ code, message: expect.stringContaining(mention) as string });
  });

  test('that is torn is refused', async () => {
    const error = await rejection(readRunFile(JSON.stringify(run).slice(0, -5), 'x.run.json'));
    expect(error.message).toBe('x.run.json is not valid JSON');
  });
});

async function conversation(): Promise<Session> {
  const session = newSession();
  session.chooseTask('text-generation');
  session.chooseModel('sandbox/plain-assistant');
  await expect.poll(() => session.getSnapshot().chatSupport).toBe('text');
  return session;
}

test('a conversation keeps its system prompt and messages', async () => {
  const session = await conversation();
  session.changeChat({ system: 'Be brief.' });
  session.setValue('text', 'My name is Ada');
  await session.run();
  session.setValue('text', 'What is my name?');
  const body = await bodyOfRun(session);
  const { stored, output } = await describeLastRun(session);
  expect(output).toBe('Your name is Ada.');
  const again = await opened(stored);
  expect(again.getSnapshot()).toMatchObject({
    values: { text: 'What is my name?' },
    chat: { exchanges: { length: 1 } },
  });
  expect(await bodyOfRun(again)).toEqual(body);
});

test('W60: answers keep their reasoning, model, provider, times and tokens, and what was interrupted stays so', async () => {
  const session = await conversation();
  session.setParameters({ reasoning_effort: 'low' });
  session.setValue('text', 'What is 6 times 7?');
  await session.run();
  const before = session.getSnapshot().chat;
  const [first] = before.exchanges;
  expect(first!.view.reasoning).toBeDefined();
  expect(first!.result?.usage).toBeDefined();
  const interrupted = { prompt: first!.prompt, answer: 'So', view: { text: 'So', isMarkdown: true } };
  const drafts = { at: 0, others: [[first!]] };
  const exchanges = [first!, { ...interrupted, model: 'other/model', drafts }];
  const { values, parameters, task, model } = session.getSnapshot();
  const spec = { task: task!, place: { model }, values, parameters, chat: { ...before, exchanges } };
  const { stored } = await describeRun(spec, undefined, hub);
  const { inputs } = await restoreInputs(await readRunFile(runFileText(stored.run), 'chat.run.json'));
  const [answered, cut] = inputs.chat!.exchanges;
  const measures = ({ seconds, firstTokenSeconds, usage, value }: RunResult) => ({
    seconds,
    firstTokenSeconds,
    usage,
    value,
  });
  for (const restored of [answered!, cut!.drafts!.others[0]![0]!]) {
    expect(measures(restored.result!)).toEqual(measures(first!.result!));
    expect([restored.answer, restored.view.reasoning, restored.model]).toEqual([
      first!.answer,
      first!.view.reasoning,
      model,
    ]);
  }
  expect([cut!.model, cut!.result, cut!.view.finishReason]).toEqual(['other/model', undefined, undefined]);
  // Links hold what is sent.
  const { url } = await createRunLink(stored, PAGE);
  const linked = await restoreInputs(await readRunLink(url));
  expect(linked.inputs.chat!.exchanges.map(({ answer, result }) => [answer, result])).toEqual([
    [first!.answer, undefined],
    ['So', undefined],
  ]);
});

test.each([
  ['an object', { type: 'object', required: ['city'] }],
  ['a typed object', '{"type": "object",\n "description": "<b>\\u00e9"}'],
  ['a nested one', JSON.stringify({ properties: { a: { items: { enum: [1.5, null, 'x'] } } } })],
])('a schema is kept by a run file and a link: %s', async (_name, schema) => {
  const task = taskNamed('text-generation');
  const parsed = typeof schema === 'string' ? (JSON.parse(schema) as object) : schema;
  const spec = { task, place: { model: 'o/m' }, values: { text: 'Where?' }, schema };
  const { stored } = await describeRun(spec, undefined, hub);
  for (const again of [
    await readRunFile(runFileText(await withFilesInside(stored)), 'x.run.json'),
    await readRunLink((await createRunLink(stored, PAGE)).url),
  ]) {
    expect(again.run.schema).toEqual(parsed);
    const text = (await restoreInputs(again)).inputs.choices.schema!;
    expect(JSON.parse(text)).toEqual(parsed);
    const session = newSession();
    session.openRun({
      task: task.id,
      model: 'o/m',
      inputs: (await restoreInputs(again)).inputs,
      isTrusted: true,
    });
    expect(session.getSnapshot().choices.schema).toBe(text);
  }
});

test('an unfinished schema stays as it was typed, and other tasks have none', async () => {
  const spec = { task: taskNamed('text-generation'), place: {}, values: {}, schema: '{"type":' };
  const { stored } = await describeRun(spec, undefined, hub);
  const { run } = await readRunFile(runFileText(await withFilesInside(stored)), 'x.run.json');
  expect(run.schema).toBe('{"type":');
  for (const wrong of [
    { ...run, schema: [1] },
    { ...run, task: 'summarization' },
    { ...run, schema: JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as object },
  ])
    await expect(readRunFile(JSON.stringify(wrong), 'x.run.json')).rejects.toMatchObject({
      outcome: 'input',
    });
});

test('images of a conversation come back, and a link names those that it does not hold', async () => {
  const png = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(10_000)]);
  const session = await conversation();
  session.setValue('text', 'What is this?');
  session.changeChat({ images: [fileFromBlob(new Blob([png], { type: 'image/png' }), 'dot.png')] });
  const { task, values, chat } = session.getSnapshot();
  const spec = { task: task!, place: { model: 'o/m' }, values, parameters: {}, chat };
  const { stored } = await describeRun(spec, undefined, hub);
  const { inputs, missing } = await restoreInputs(stored);
  expect(missing).toEqual([]);
  expect(inputs.chat?.images).toMatchObject([
    { name: 'dot.png', contentType: 'image/png', size: png.length },
  ]);
  expect((await createRunLink(stored, PAGE)).missing).toEqual(['dot.png']);
});

test("the user's token is never in a run, not even if it was typed or an error quotes it", async () => {
  const spec = { task: taskNamed('summarization'), place: {}, values: { text: `It is "${canary}".` } };
  const error = new InputError(`No model ${canary}`);
  const ended = { status: 'failed', error, startedAt: new Date(), seconds: 1, request: undefined } as const;
  const { stored, output } = await describeRun({ ...spec, parameters: { [canary]: canary } }, ended, {
    ...hub,
    token: canary,
  });
  expect(JSON.stringify(stored.run)).not.toContain(canary);
  expect(output).toBe('No model hf_***');
  expect(stored.run.inputs).toEqual({ text: 'It is "hf_***".' });
});

test('a link that is cut off, or unpacks to too much, is refused', async () => {
  const spec = {
    task: taskNamed('summarization'),
    place: {},
    values: { text: 'x'.repeat(17 * 2 ** 20) },
  };
  const { url } = await createRunLink((await describeRun(spec, undefined, hub)).stored, PAGE);
  expect(url.length).toBeLessThan(100_000);
  for (const link of [url, url.slice(0, -100), `${PAGE}#/?run=`, PAGE])
    expect(await rejection(readRunLink(link))).toMatchObject({ message: 'The link is incomplete' });
  expect([isRunLink(url), isRunLink(PAGE)]).toEqual([true, false]);
});

/** A run file as a stranger may write it. */
const hostileRun = (rest: string) =>
  `{"tryout":1,"id":"01M82A1K5N4CF9J815YY9V73F7","task":"fill-mask","inputs":{"text":"a"}${rest}}`;

describe('X14: a run with millions of values is refused before they are parsed', () => {
  test.each([
    ['objects', `,"parameters":{"x":[${'{},'.repeat(1_100_000)}{}]}`],
    ['strings', `,"parameters":{"x":[${'"",'.repeat(1_100_000)}""]}`],
    ['numbers', `,"parameters":{"x":[${'1,'.repeat(8_000_001)}1]}`],
    ['lists that are not closed', `,"parameters":{"x":${'['.repeat(1_100_000)}`],
  ])('%s', async (_name, rest) => {
    const error = await rejection(readRunFile(hostileRun(rest), 'a.run.json'));
    expect(error).toMatchObject({
      message: 'a.run.json contains too many values',
      hint: 'Use at most 1,000,000 texts, lists and objects.',
    });
  });

  test('in a link of 21 KB', async () => {
    const json = hostileRun(`,"parameters":{"x":[${'{},'.repeat(1_100_000)}{}]}`);
    const link = `${PAGE}#/fill-mask?run=${deflateRawSync(json).toString('base64url')}`;
    expect(link.length).toBeLessThan(25_000);
    expect(await rejection(readRunLink(link))).toMatchObject({
      message: 'The link contains too many values',
      hint: 'Use at most 1,000,000 texts, lists and objects.',
    });
  });

  test.each([
    ['a run file', runsFromPath, 160],
    ['a table', jsonFromPath, 24],
  ])('%s is refused by its size before it is read', async (_name, read, megabytes) => {
    const path = join(temporaryFolder(), 'a.json');
    writeFileSync(path, '{');
    truncateSync(path, megabytes * 1024 * 1024 + 1);
    expect(await rejection(read(path))).toMatchObject({ hint: `At most ${megabytes} MB is allowed.` });
  });

  test('but not a text of a million quotes, commas and brackets', async () => {
    const text = '"[{,\\\\'.repeat(600_000);
    const json = JSON.stringify({ ...JSON.parse(hostileRun('')), inputs: { text } });
    expect((await readRunFile(json, 'a.run.json')).run.inputs).toEqual({ text });
  });
});

test('an invalid link has the hint for links', async () => {
  const run: RunFile = { tryout: 1, id: 'x', task: 'summarization', inputs: { unknown: 'a text' } };
  const { url } = await createRunLink({ run, media: new Map() }, PAGE);
  expect(await rejection(readRunLink(url))).toMatchObject({
    hint: 'Copy the complete link and open it again.',
  });
});

test('nothing is sent to the endpoint of a stranger before it is confirmed or replaced', async () => {
  const endpointUrl = `${sandbox.inferenceUrl}/hf-inference/models/sandbox/lead-sentences`;
  const session = newSession();
  const choices = { endpointUrl, billTo: 'acme' };
  const inputs = { values: { text: 'One. Two.' }, drafts: {}, parameters: {}, choices };
  session.chooseTask('summarization');
  session.chooseModel('example/earlier');
  session.openRun({ task: 'summarization', inputs, isTrusted: false });
  expect(session.getSnapshot().model).toBeUndefined();
  // Another one confirms nothing of the first.
  const other = { ...inputs, choices: { ...choices, endpointUrl: 'https://other.example' } };
  session.openRun({ task: 'translation', inputs: other, isTrusted: false });
  session.chooseTask('summarization');
  sandbox.forget();
  const sent = () => sandbox.requests.filter(({ method }) => method === 'POST').length;
  for (const next of ['billTo', 'endpointUrl'] as const) {
    await session.run();
    expect([sent(), session.getSnapshot().run.status]).toEqual([0, 'idle']);
    session.confirm(next);
  }
  await session.run();
  expect(sent()).toBe(1);
});

describe('a session records', () => {
  async function recordsOf(work: (session: Session) => Promise<void>): Promise<RunFile[]> {
    const runs: RunFile[] = [];
    const session = await conversation();
    const add = ({ run }: StoredRun) => Promise.resolve(void runs.push(run));
    recordRuns(
      session,
      () => Promise.resolve({ add } as unknown as History),
      (error) => expect.fail(String(error)),
    );
    await work(session);
    await expect.poll(() => runs).not.toHaveLength(0);
    return runs;
  }

  test('a result, with its message and not the next one', async () => {
    const [run] = await recordsOf(async (session) => {
      session.setValue('text', 'Spell one');
      await session.run();
    });
    expect(run).toMatchObject({
      model: 'sandbox/plain-assistant',
      inputs: { text: 'Spell one' },
      result: { status: 'done', value: { choices: [{ message: { content: 'O-N-E' } }] } },
    });
  });

  test('an error', async () => {
    const [run] = await recordsOf(async (session) => {
      session.setValue('text', 'Spell one');
      session.setParameters({ max_tokens: '0' });
      await session.run();
    });
    expect(run).toMatchObject({
      parameters: { max_tokens: 0 },
      result: { status: 'failed', error: { status: 400 } },
    });
  });

  test('T4: no run that is refused before anything is sent', async () => {
    const [run] = await recordsOf(async (session) => {
      session.setValue('text', 'Spell one');
      session.setChoices({ provider: 'foo' });
      await session.run();
      expect(session.getSnapshot().run.error).toMatchObject({ outcome: 'input' });
      session.setChoices({});
      session.setValue('text', 'Spell two');
      await session.run();
    });
    expect(run).toMatchObject({ inputs: { text: 'Spell two' }, hub: sandbox.hubUrl });
  });

  test.each([
    ['canceled', (session: Session) => session.cancel()],
    ['left for another task', (session: Session) => session.chooseTask('summarization')],
  ])('a run that was %s', async (_, end) => {
    const [run] = await recordsOf(async (session) => {
      session.setValue('text', 'Spell one');
      const done = session.run();
      end(session);
      await done;
    });
    expect(run).toMatchObject({ task: 'text-generation', result: { status: 'cancelled' } });
  });
});

describe('W21, W29: chats in run files', () => {
  const turn = { prompt: 'Hi', answer: 'Hello' };
  const nest = (depth: number): object =>
    depth === 0 ? turn : { ...turn, drafts: { at: 0, others: [[nest(depth - 1)]] } };
  const read = (chat: object) => {
    const id = '01M82A1K5N4CF9J815YY9V73F7';
    const run = { tryout: 1, id, task: 'text-generation', inputs: { text: 'Go on' }, chat };
    return readRunFile(JSON.stringify(run), 'x.run.json');
  };

  test('drafts and the ID of a conversation are read', async () => {
    const { run } = await read({ id: 'a-1', exchanges: [nest(2)], drafts: { at: 1, others: [[turn]] } });
    expect(run.chat).toMatchObject({ id: 'a-1', exchanges: [nest(2)] });
  });

  test('a link has the conversation that is shown, without its ID and drafts', async () => {
    const others = [[{ ...turn, answer: 'Discarded' }]];
    const shown = { ...turn, drafts: { at: 0, others } };
    const stored = await read({
      id: 'a-1',
      system: 'Be brief.',
      exchanges: [turn, shown],
      drafts: { at: 1, others },
    });
    for (const hasResult of [false, true]) {
      const { run } = await readRunLink((await createRunLink(stored, PAGE, hasResult)).url);
      expect(run.chat).toEqual({ system: 'Be brief.', exchanges: [turn, turn] });
    }
  });

  test.each([
    ['too deep', { exchanges: [nest(20)] }],
    ['1,000 deep', { exchanges: [nest(1000)] }],
    ['outside of their list', { exchanges: [{ ...turn, drafts: { at: 2, others: [[turn]] } }] }],
    ['empty', { exchanges: [{ ...turn, drafts: { at: 0, others: [[]] } }] }],
    ['with markup as ID', { id: '<b>', exchanges: [turn] }],
  ])('drafts that are %s are refused', async (_, chat) => {
    await expect(read(chat)).rejects.toThrow('is not a valid run file');
  });
});
