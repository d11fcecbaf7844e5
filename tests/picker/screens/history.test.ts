import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRunLink, type RunFile } from '@tryout/engine';
import { fileHistory } from '@tryout/engine/node';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { chatServer, startChat } from '../../support/chat-server.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { copiedText, openPicker } from '../../support/open-picker.ts';
import { dataFolderOf } from '../../support/process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { finished, finishedRun } from './run/running.ts';
import { allTasks } from '../../support/task-list.ts';

const sandbox = await recordingSandbox();
const task = 'text-classification';
const model = 'sandbox/question-or-statement';
const runs = () => sandbox.requests.filter(({ method }) => method === 'POST').length;

test('lists runs after a restart; opens them with their result, and runs them again', async () => {
  const folder = temporaryFolder();
  const first = await finishedRun(sandbox, task, model, { folder });
  expect(await first.endBy('ctrl+q')).toBe(0);
  expect(first.scrollback()).toMatch(/\nOpen again: tryout open last$/);

  const terminal = await openPicker(sandbox, [], { folder }).showing(/F2 history/);
  await terminal.pressUntil('f2', /❯ ✓ Text Classification: .*question-or-sta… [^]*Output: QUESTION/);
  await terminal.typeUntil('nothing like it', /No run matches/);
  terminal.press('ctrl+u');
  await terminal.typeUntil('statement', /1 of 1 run/);
  const before = runs();
  await terminal.pressUntil('enter', /› run [^]*Output\nQUESTION[^]*r again/);
  expect(runs()).toBe(before);
  await terminal.pressUntil('f2', / 1 run$/m);
  await terminal.pressUntil('ctrl+r', finished);
  expect(runs()).toBe(before + 1);
  await terminal.pressUntil('f2', / 2 runs$/m);
});

test('W29: lists a conversation once, with its first message, and deletes it as one', async () => {
  const folder = temporaryFolder();
  const path = join(dataFolderOf(folder), 'history');
  const history = fileHistory(path);
  const chat = { id: 'a', system: '', exchanges: [] };
  for (const message of ['Hello', 'And then?', 'And now?']) {
    const result = { status: 'done', seconds: 1, startedAt: new Date().toISOString() } as const;
    const run: RunFile = {
      ...{ tryout: 1, id: ulid(), task: 'text-generation', model: 'sandbox/plain-assistant' },
      ...{ inputs: { text: message }, chat, result },
    };
    await history.add({ run, media: new Map() }, `Reply to ${message}`);
  }
  const terminal = await openPicker(sandbox, [], { folder }).showing(/F2 history/);
  await terminal.pressUntil('f2', / 1 run\n❯ ✓ Text Generation: Hello/);
  await terminal.pressUntil('delete', /\(y\/n\)/);
  await terminal.pressUntil('y', /No runs yet/);
  expect(await history.list()).toEqual([]);
});

test('saves a run file and copies a link, which the tasks screen opens', async () => {
  const folder = temporaryFolder();
  const terminal = await finishedRun(sandbox, task, model, { folder });
  await terminal.pressUntil('f', /Save as: tryout-text-classification-\S+\.run\.json/);
  terminal.press('ctrl+u');
  terminal.type('mine.run.json');
  await terminal.pressUntil('enter', /Saved to mine\.run\.json/);
  const saved = readFileSync(join(folder, 'mine.run.json'), 'utf8');
  expect(JSON.parse(saved)).toMatchObject({ task, model, result: { status: 'done' } });
  expect(saved).not.toContain('hf_test');
  terminal.press('l');
  const link = await copiedText(terminal);
  expect((await readRunLink(link)).run).toMatchObject({ task, model });

  const other = await openPicker(sandbox).showing(allTasks);
  await other.pasteUntil(link, /A stored run/);
  await other.pressUntil('enter', new RegExp(`› ${model} [^]*Is this a question`));
  await other.pressUntil('escape', /3 models/);
  await other.pressUntil('escape', allTasks);
  await other.pasteUntil(join(folder, 'mine.run.json'), /A stored run/);
  await other.pressUntil('enter', /› run [^]*Output\nQUESTION/);
});

test('records a run that is interrupted by leaving, and reads it out', async () => {
  const folder = temporaryFolder();
  const server = await chatServer();
  const terminal = await startChat(server, { folder });
  await server.say('Half an answer');
  await terminal.until(/Half an answer/);
  expect(await terminal.endBy('ctrl+c')).toBe(130);
  const reader = openPicker(sandbox, [], { folder, environment: { INK_SCREEN_READER: 'true' } });
  await reader.until(allTasks);
  await reader.pressUntil('f2', /Selected, 1 of 1: Text Generation[^]*canceled[^]*Half\s+an/);
});

test('deletes a run after a question and selects the next one, in the smallest terminal', async () => {
  const folder = temporaryFolder();
  const history = fileHistory(join(dataFolderOf(folder), 'history'));
  for (const [at, text] of ['D', 'C', 'B', 'A'].entries()) {
    const startedAt = new Date(at * 1000);
    const result = { status: 'done', seconds: 1, startedAt: startedAt.toISOString() } as const;
    const id = ulid(startedAt.getTime());
    const run: RunFile = { tryout: 1, id, task: 'translation', model, inputs: { text }, result };
    await history.add({ run, media: new Map() }, '');
  }
  const terminal = await openPicker(sandbox, [], { folder, columns: 20, rows: 7 }).showing(/❯ Audio/);
  await terminal.pressUntil('f2', /❯ ✓ Translation: A/);
  await terminal.pressUntil('down', /❯ ✓ Translation: B/);
  const answer = async (key: string, next: RegExp) => {
    await terminal.pressUntil('delete', /\(y\/n\)/);
    return terminal.pressUntil(key, next);
  };
  await answer('n', /❯ ✓ Translation: B/);
  await answer('y', /❯ ✓ Translation: C/);
  await answer('y', /❯ ✓ Translation: D/);
  // There is none below the last one.
  await answer('y', /❯ ✓ Translation: A/);
  await answer('y', /No runs yet/);
  expect(await history.list()).toEqual([]);
});

test('T3: marks failed, canceled and done runs, in words without Unicode, and names hubs that differ', async () => {
  const folder = temporaryFolder();
  const history = fileHistory(join(dataFolderOf(folder), 'history'));
  const startedAt = new Date().toISOString();
  for (const [status, hub] of [
    ['done', 'sandbox'],
    ['failed', 'https://hub.example'],
    ['cancelled', 'https://hub.example'],
  ] as const) {
    const result = { status, seconds: 1, startedAt };
    const run: RunFile = {
      tryout: 1,
      id: ulid(),
      task: 'translation',
      model,
      hub,
      inputs: { text: status },
      result,
    };
    await history.add({ run, media: new Map() }, '');
  }
  const terminal = await openPicker(sandbox, [], { folder }).showing(/F2 history/);
  terminal.press('f2');
  await terminal.until(/❯ – Translation: cancelled.*\n {2}✗ Translation: failed.*\n {2}✓ Translation: done/);
  await terminal.until(/question-or-statement · hub\.example/);
  await terminal.pressUntil('down', /❯ ✗ Translation: failed/);
  terminal.press('alt+c');
  const inputs = { text: 'failed' };
  expect((await readRunLink(await copiedText(terminal))).run).toMatchObject({ inputs });
  await terminal.pressUntil('ctrl+s', /Save as: \S+\.run\.json/);
  terminal.press('ctrl+u');
  terminal.type('mine');
  await terminal.pressUntil('enter', /Saved to mine\.run\.json/);
  expect(JSON.parse(readFileSync(join(folder, 'mine.run.json'), 'utf8'))).toMatchObject({ inputs });
  await terminal.pressUntil('enter', /This run is from hub\.example\. Here, it is sent to 127\.0\.0\.1:/);
  const plain = await openPicker(sandbox, [], { folder, environment: { LANG: 'C' } }).showing(/F2 history/);
  plain.press('f2');
  await plain.until(/> canceled Translation: .*\n {2}failed {3}Translation: .*\n {2}done {5}Translation: /);
});

test('shows the error of a run that failed after a partial answer', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('Half an answer');
  await terminal.until(/Half an answer/);
  await server.cut();
  await terminal.until(/The run failed/);
  await terminal.pressUntil('f2', /failed · just now\n[^]*Error: The stream was interrupted/);
});

test('records nothing with --no-history or the setting', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'settings'));
  writeFileSync(join(folder, 'settings/settings.json'), '{"history":"off"}');
  for (const [words, options] of [
    [['--no-history'], {}],
    [[], { folder }],
  ] as const) {
    const terminal = await openPicker(sandbox, [...words, task, model, 'Is it?'], options).showing(/Is it\?/);
    await terminal.pressUntil('ctrl+r', finished);
    await terminal.pressUntil('f2', /Runs are not recorded/);
    expect(await terminal.endBy('ctrl+q')).toBe(0);
    expect(terminal.scrollback()).not.toContain('Open again');
  }
});

test('notes once that runs cannot be recorded', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const environment = { TRYOUT_DATA_DIR: join(folder, 'file') };
  const terminal = await finishedRun(sandbox, task, model, { folder, environment });
  await terminal.until(/This run was not recorded/);
  await terminal.pressUntil('j', (screen) => !screen.includes('was not recorded'));
  expect(await terminal.endBy('ctrl+q')).toBe(0);
});
