import { expect, test } from 'vitest';
import { ask, connectionTo, rejection } from '../../support/ask.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const text = 'What is 6 times 7?';

test.each([
  ['gated', { status: 403, outcome: 'refused' }],
  ['payment-required', { status: 402, outcome: 'failed' }],
  ['rate-limited', { status: 429, retryAfter: 1, hint: 'Try again in 1 s.' }],
  ['server-error', { status: 500, message: 'CUDA out of memory.' }],
  ['server-error-text', { status: 502, message: 'An error occurred while fetching the blob' }],
  ['problem-json', { status: 500, message: 'The worker has died.' }],
  ['loads-forever', { status: 503 }],
  ['wrong-shape', { code: 'UNEXPECTED_RESPONSE' }],
  ['html', { code: 'UNEXPECTED_RESPONSE' }],
  ['empty', { code: 'UNEXPECTED_RESPONSE' }],
  ['null', { code: 'UNEXPECTED_RESPONSE' }],
  ['nested', { code: 'UNEXPECTED_RESPONSE' }],
  ['not-a-number', { code: 'UNEXPECTED_RESPONSE' }],
  ['resets', { name: 'NetworkError' }],
  ['redirects', { name: 'RedirectError' }],
  ['svg', { code: 'UNEXPECTED_RESPONSE' }],
  ['stream-cut', { name: 'IncompleteAnswerError', partial: expect.stringContaining('times 7?') as string }],
  ['stream-without-done', { name: 'IncompleteAnswerError' }],
  ['stream-resets', { name: 'IncompleteAnswerError' }],
  ['stream-error-event', { name: 'StreamError', message: 'The worker has died.' }],
])('the model %s of the sandbox fails as it says', async (name, expected) => {
  const task = name.startsWith('stream') ? 'text-generation' : 'text-classification';
  const asking = ask(
    connectionTo(sandbox),
    name === 'svg' ? 'text-to-image' : task,
    { model: `trouble/${name}` },
    { text },
  );
  expect(await rejection(asking)).toMatchObject(expected);
});

test('the endless stream of the sandbox can be canceled', async () => {
  const controller = new AbortController();
  const handlers = { signal: controller.signal, onEvent: () => controller.abort() };
  const asking = ask(
    connectionTo(sandbox),
    'text-generation',
    { model: 'trouble/endless-stream' },
    { text },
    { handlers },
  );
  expect(await rejection(asking)).toMatchObject({ name: 'CanceledError', outcome: 'canceled' });
});
