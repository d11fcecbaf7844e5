import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRunLink, readRunLink, type RunFile } from '@tryout/engine';
import { expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli, runningInProcess } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { copiedText } from '../../support/open-picker.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };

const model = 'sandbox/vader-sentiment';
const plain: RunFile = {
  tryout: 1,
  id: '01JZ0000000000000000000000',
  task: 'text-classification',
  model,
  parameters: { top_k: 2 },
  inputs: { text: 'What a wonderful day' },
};

const linkTo = async (run: RunFile) =>
  (await createRunLink({ run, media: new Map() }, 'https://example.com/app/')).url;

const modelRequests = () => sandbox.requests.filter(({ method }) => method === 'POST');

test('shows the recorded result, and the inputs behind it; runs nothing', async () => {
  const folder = temporaryFolder();
  await cli(['run', plain.task, 'What a wonderful day', ...at(sandbox)], { folder, environment });
  sandbox.forget();
  const picker = inTerminal(['open', 'last', ...at(sandbox)], { folder, environment });
  expect(await picker.until(/POSITIVE/)).toContain(model);
  picker.press('l');
  expect((await readRunLink(await copiedText(picker))).run).toMatchObject({ model, inputs: plain.inputs });
  await picker.pressUntil('e', /What a wonderful day[^]*\[ Run \]/);
  expect(modelRequests()).toEqual([]);
});

test('T5: opens a run of the sandbox on the sandbox', async () => {
  const folder = temporaryFolder();
  await cli(['run', plain.task, 'What a wonderful day', '--sandbox'], { folder });
  // Nothing leaves this computer: the proxy refuses the connection.
  const offline = { HTTPS_PROXY: 'http://127.0.0.1:1' };
  const picker = inTerminal(['open', 'last'], { folder, environment: offline });
  await picker.until(/· sandbox[^]*POSITIVE/);
  expect(picker.written()).toContain('Using the sandbox, where this run was recorded.');
  const web = runningInProcess(['open', 'last', '--web', '--no-history'], { folder, environment: offline });
  await web.waitForStderr(/Using the sandbox[^]*Press Ctrl-C/);
  web.interrupt();
  expect((await web.ended).stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/text-classification\//);
});

test('fills in the form from a link', async () => {
  const picker = inTerminal(['open', await linkTo(plain), ...at(sandbox)], { environment });
  await picker.until(/What a wonderful day[^]*top_k 2/);
  await picker.pressUntil('ctrl+r', /POSITIVE/);
});

test('Enter goes to an empty list', async () => {
  const run: RunFile = {
    ...plain,
    task: 'zero-shot-classification',
    model: 'sandbox/label-overlap',
    inputs: { text: 'A day off', candidateLabels: [] },
    parameters: {},
  };
  const picker = inTerminal(['open', await linkTo(run), ...at(sandbox)], { environment });
  await picker.until(/❯ A day off/);
  await picker.pressUntil('enter', (screen) => /^Add .* to run/.test(screen.split('\n').at(-2) ?? ''));
  await picker.typeUntil('work', /#1\n❯ work/);
});

test('names missing files', async () => {
  const folder = temporaryFolder();
  const image = { file: 'cat.png', type: 'image/png', bytes: 3, sha256: 'a'.repeat(64) };
  const run = { ...plain, task: 'image-to-text', inputs: { image }, parameters: {} };
  writeFileSync(join(folder, 'a.run.json'), JSON.stringify(run));
  const picker = inTerminal(['open', 'a.run.json', ...at(sandbox)], { folder, environment });
  await picker.until(/Choose the missing files again: cat\.png\./);
});

test('sends nothing to the endpoint of a link until it is confirmed', async () => {
  const server = await serve(answerJson([{ label: 'A', score: 1 }]));
  const { model: _model, ...other } = plain;
  const link = await linkTo({ ...other, endpointUrl: `${server.url}/model` });
  const picker = inTerminal(['open', link, ...at(sandbox)], { environment, columns: 100 });
  await picker.until(new RegExp(`Press F6 to allow sending to 127.*${server.url}/model`));
  await picker.pressUntil(['ctrl+r', 'enter'], /allow sending[^]*allow sending/);
  expect(server.received).toEqual([]);
  await picker.pressUntil('f6', /Runs are sent to 127/);
  await picker.pressUntil('ctrl+r', /100\.0%/);
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('chat -c opens the newest conversation', async () => {
  const folder = temporaryFolder();
  const words = ['chat', 'My name is Ada.', '-m', 'sandbox/plain-assistant', ...at(sandbox)];
  await cli(words, { folder, environment });
  await cli(['chat', '-c', 'And yours?', ...at(sandbox)], { folder, environment });
  const picker = inTerminal(['chat', '-c', ...at(sandbox)], { folder, environment, rows: 40 });
  await picker.until(
    /You\nMy name is Ada\.\n\nsandbox\/plain-assistant\n[^]*tokens in[^]*You\nAnd yours\?\n[^]*Type or paste text/,
  );
  expect(picker.screen()).not.toContain('incomplete');
});

test('--web serves the web app at a link with the run, without its files', async () => {
  const folder = temporaryFolder();
  const image = { file: 'cat.png', type: 'image/png', bytes: 3, sha256: 'a'.repeat(64) };
  const run = { ...plain, task: 'image-to-text', inputs: { image }, parameters: {} };
  writeFileSync(join(folder, 'a.run.json'), JSON.stringify(run));
  const running = runningInProcess(['open', 'a.run.json', '--web', ...at(sandbox)], { folder, environment });
  await running.waitForStderr(/Press Ctrl-C/);
  running.interrupt();
  const { stdout, stderr } = await running.ended;
  expect(stderr).toMatch(/^1 file to choose again: cat\.png\.$/m);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/image-to-text\/sandbox\/vader-sentiment\?run=/);
  expect((await readRunLink(stdout.trim())).run).toEqual(run);
});

test('needs a terminal or --web', async () => {
  const { code, stderr } = await cli(['open', 'last']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: tryout open requires a terminal\nhint: Use tryout rerun last, or add --web.\n',
  });
});
