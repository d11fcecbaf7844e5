import { expect, test } from 'vitest';
import { ECHOED_TOKEN, echoingHub, LEAK } from '../../support/echoing-hub.ts';
import { openPicker } from '../../support/open-picker.ts';

/** Runs a model of a hub that echoes the token. */
async function startedOn(task: string, model: string) {
  const environment = { HF_TOKEN: ECHOED_TOKEN };
  const terminal = openPicker(await echoingHub(), [task, model, 'some text'], { environment });
  await terminal.until(/some text/);
  terminal.press('ctrl+r');
  return terminal;
}

test('X3: an echoed token is hf_*** in a result and in its JSON', async () => {
  const terminal = await startedOn('text-classification', 'echo/result');
  await terminal.until(/You are hf_\*\*\*[^]*j JSON/);
  terminal.press('j');
  await terminal.until(/"hf_\*\*\*": "hf_\*\*\*"/);
  expect(terminal.written()).not.toMatch(LEAK);
});

test.each([
  ['an error', 'echo/error', /^Bad credentials hf_\*\*\*\n[^]*^request hf_\*\*\*$/m],
  ['the description of a wrong shape', 'echo/wrong', /at\s0\.score: 'hf_\*\*\*'/],
])('X3: an echoed token is hf_*** in %s', async (_what, model, expected) => {
  const terminal = await startedOn('text-classification', model);
  await terminal.until(expected);
  expect(terminal.written()).not.toMatch(LEAK);
});

test.each([
  ['a token that a stream splits', 'echo/stream', /You are hf_\*\*\*, I think\.[^]*j JSON/],
  ['a token in which a stream is cut off', 'echo/cut', /You are hf_\*\*\*\n[^]*incomplete/],
])('X3: %s is hf_***', async (_what, model, expected) => {
  const terminal = await startedOn('text-generation', model);
  await terminal.until(expected);
  expect(terminal.written()).not.toMatch(LEAK);
});
