import { expect, test } from 'vitest';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { chatServer, startChat } from '../../../support/chat-server.ts';
import { finished, finishedRun, startedRun } from './running.ts';

const sandbox = await recordingSandbox();

test('leaves the start of a huge answer in the scrollback', async () => {
  const server = await chatServer();
  const terminal = await startChat(server, { hasOwnProcess: true });
  await server.say('The beginning. ');
  await server.say('word '.repeat(100_000));
  await server.finish();
  await terminal.until(finished);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.scrollback()).toMatch(/^Text Generation .*\nThe beginning\. word word/);
  expect(terminal.scrollback().length).toBeLessThan(30_000);
});

test('T17: leaves the start of an interrupted long stream in the scrollback', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('line\n'.repeat(5000));
  await terminal.until(/ \/ 5000$/m);
  expect(await terminal.endBy('ctrl+c')).toBe(130);
  expect(terminal.scrollback()).toMatch(/^Text Generation · org\/chat\nline\n/);
  expect(terminal.scrollback()).toMatch(
    /line\n\([\d,]+ more characters\)\nThe answer is incomplete\.\nOpen again: tryout open last$/,
  );
  expect(terminal.scrollback().split('\n').length).toBeLessThan(1000);
});

test('breaks the first line between its parts', async () => {
  const size = { columns: 60, rows: 20 };
  const terminal = await finishedRun(sandbox, 'object-detection', 'sandbox/shape-detector', size);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.scrollback()).toMatch(
    /^Object Detection · sandbox\/shape-detector · hf-inference\n[\d.]+ m?s · about \$[\d.]+\n/,
  );
});

test.each([
  ['text-classification', 'sandbox/question-or-statement', /QUESTION +\d\d\.\d%/],
  ['text-to-speech', 'sandbox/morse-speaker', /audio\/wav · 2\.0 s/],
  ['feature-extraction', 'sandbox/trigram-embedding', /min .* max/],
  ['object-detection', 'sandbox/shape-detector', / 1 +blue square +100\.0% +200,40 to 290,130/],
])('%s: writes numbers without bars and images for a screen reader', async (task, model, text) => {
  const environment = { INK_SCREEN_READER: 'true' };
  const terminal = await finishedRun(sandbox, task, model, { environment, rows: 40 });
  await terminal.until(text);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.screen().split(text)).toHaveLength(2);
  expect(terminal.written()).not.toMatch(/[▀-▟]/);
});

test('writes only ASCII during a run and on exit if the terminal has no Unicode', async () => {
  const environment = { LANG: 'C' };
  const terminal = await startedRun(sandbox, 'text-classification', 'sandbox/question-or-statement', {
    environment,
  });
  await terminal.until(/, [\d.]+ m?s\b[^]*#+ +\d\d\.\d%[^]*j JSON/);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.scrollback()).toMatch(
    /^Text Classification, sandbox\/question-or-statement, hf-inference, /,
  );
  // oxlint-disable-next-line no-control-regex -- the ASCII range
  expect(terminal.written()).toMatch(/^[\u0000-\u007f]*$/);
});
