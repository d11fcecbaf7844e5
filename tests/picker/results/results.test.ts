import { expect, test } from 'vitest';
import { answerJson, serve } from '../../support/loopback.ts';
import { copiedText } from '../../support/open-picker.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { filledForm, finished, finishedRun, startedRun } from '../screens/run/running.ts';

const sandbox = await recordingSandbox();
/** Without clipboard programs. */
const environment = { PATH: '/nowhere' };

test('C24: labels similarities with the number of their sentence', async () => {
  const terminal = await finishedRun(sandbox, 'sentence-similarity', 'sandbox/word-cosine');
  const screen = await terminal.until(/\n\nOutput - Sentence #1 /);
  expect(screen).not.toMatch(/^Output$/m);
});

test('C20: shows the details of an image below it', async () => {
  const terminal = await finishedRun(sandbox, 'text-to-image', 'sandbox/shape-painter');
  const image = /Output[^]*▀[^]*\nimage\/png · \d+ × \d+/;
  await terminal.until(image);
  terminal.resize(80, 12);
  await terminal.until((screen) => image.test(screen) && screen.split('\n').length <= 12);
});

test('Tab highlights one part after the other; j shows the raw answer in color; c copies the visible format', async () => {
  const terminal = await finishedRun(sandbox, 'object-detection', 'sandbox/shape-detector', { environment });
  await terminal.until(/▀2▀[^]* 2 {2}yellow rectangle/);
  await terminal.pressUntil('tab', (screen) => /❯ {2}1 {2}blue square/.test(screen) && !/▀2▀/.test(screen));
  terminal.press('tab');
  await terminal.until((screen) => /❯ {2}2 {2}yellow rectangle/.test(screen) && /▀2▀/.test(screen));
  expect(terminal.screen()).not.toMatch(/▀1▀/);
  await terminal.pressUntil('shift+tab', /❯ {2}1 {2}blue square/);
  // All parts again.
  await terminal.pressUntil('shift+tab', (screen) => !screen.includes('❯') && /▀2▀/.test(screen));
  await terminal.pressUntil('j', /^\[\n {2}\{\n {4}"label": "blue square",$/m);
  await terminal.until(() => terminal.styleOf('"label"').foreground === 4);
  await terminal.pressUntil('end', /^\]$/m);
  await terminal.pressUntil('home', /^\[$/m);
  terminal.press('c');
  expect(JSON.parse(await copiedText(terminal))).toHaveLength(8);
  await terminal.pressUntil('j', /1 {2}blue square/);
});

test('shows which lines of a long result are visible, also where the model has to be cut', async () => {
  const terminal = await finishedRun(sandbox, 'object-detection', 'sandbox/shape-detector', { environment });
  terminal.resize(40, 15);
  // With the image, which is drawn later.
  await terminal.until(/^Output · sandbox.*… 1-4 \/ 16$/m);
  await terminal.pressUntil('end', /^Output · sandbox.*… 13-16 \/ 16$/m);
});

test('S4: shows all answers of question answering, in the result and as JSON', async () => {
  const server = await serve(
    answerJson([
      { answer: 'Paris', start: 25, end: 30, score: 0.2 },
      { answer: 'France', start: 15, end: 21, score: 0.7 },
      { answer: 'Rome', start: 56, end: 60, score: 0.1 },
    ]),
  );
  const hub = { hubUrl: sandbox.hubUrl, inferenceUrl: server.url };
  const terminal = await finishedRun(hub, 'question-answering', 'sandbox/word-overlap-answers');
  await terminal.until(/France +█.* 70\.0%\nParis +█.* 20\.0%\nRome +█.* 10\.0%\n/);
  await terminal.pressUntil('j', /^\[[^]*"France"[^]*"Paris"/m);
});

test('C24: labels text; c copies it unchanged', async () => {
  const terminal = await finishedRun(sandbox, 'translation', 'sandbox/pig-latin', { environment });
  expect(terminal.screen().match(/^Output$/gm)).toHaveLength(1);
  const [, text = ''] = /\nOutput\n(\S.*)/.exec(terminal.screen()) ?? [];
  terminal.press('c');
  expect(await copiedText(terminal)).toBe(text.trim());
});

test('Enter keeps the result; e or Esc returns to the inputs, and F4 to the result without a request', async () => {
  const terminal = await filledForm(sandbox, 'text-classification', 'sandbox/question-or-statement');
  sandbox.forget();
  // There is no result yet.
  await terminal.pressUntil(['f4', 'ctrl+r'], finished);
  const screen = await terminal.until(/^Output\n\S+ +█/m);
  expect(screen.match(/^Output$/gm)).toHaveLength(1);
  await terminal.pressUntil('escape', /Ctrl-X/);
  await terminal.pressUntil('f4', finished);
  expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  await terminal.pressUntil(['enter', 'j'], /j result/);
  await terminal.pressUntil('e', /Ctrl-X/);
  await terminal.pressUntil('ctrl+r', finished);
  await terminal.pressUntil('r', finished);
});

test('leaves the last result on the main screen, even after another model is opened', async () => {
  const terminal = await finishedRun(sandbox, 'text-classification', 'sandbox/question-or-statement');
  await terminal.pressUntil('escape', /Ctrl-X/);
  await terminal.pressUntil('escape', /Select a model/);
  await terminal.typeUntil('vader', /❯ sandbox\/vader-sentiment/);
  await terminal.pressUntil('enter', /Ctrl-X/);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.isFullScreen()).toBe(false);
  expect(terminal.screen()).toMatch(
    /^Text Classification · sandbox\/question-or-statement · hf-inference · .*\n(?:about .*\n)?\w+ .*%\n\w+ .*%$/m,
  );
});

test('notes on exit that a file was not saved', async () => {
  const terminal = await finishedRun(sandbox, 'text-to-speech', 'sandbox/morse-speaker');
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.screen()).toMatch(
    /Text-to-Speech[^]*audio\/wav · [^]*\nNot saved\.\nOpen again: tryout open last$/,
  );
});

test('shows results in the smallest terminal and without colors', async () => {
  const small = { columns: 40, rows: 12, environment: { NO_COLOR: '1' } };
  const terminal = await startedRun(sandbox, 'image-segmentation', 'sandbox/color-regions', small);
  await terminal.until(/1 {2}blue/);
  terminal.resize(20, 7);
  await terminal.until(/1 {2}blue/);
  await terminal.pressUntil('end', /10 {2}\w+/);
  // oxlint-disable-next-line no-control-regex -- colors are control sequences
  expect(terminal.written()).not.toMatch(/\u001b\[(?:3[0-79]|4[0-7]|38|48)[;m]/);
});

test('starts at the top of long text that was not streamed', async () => {
  const options = { rows: 8 };
  const terminal = await filledForm(sandbox, 'translation', 'sandbox/pig-latin', options);
  await terminal.pressUntil('ctrl+l', /\] Add /);
  terminal.paste(Array.from({ length: 40 }, (_, index) => `line ${index}.`).join('\n'));
  await terminal.until((screen) => !screen.includes('] Add '));
  await terminal.pressUntil('ctrl+r', /1-4 \/ 40/);
  await terminal.pressUntil('end', /-40 \/ 40/);
});
