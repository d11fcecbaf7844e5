import { expect, test } from 'vitest';
import { ECHOED_TOKEN, echoingHub, LEAK } from '../../../support/echoing-hub.ts';
import { openPicker } from '../../../support/open-picker.ts';

async function startedOn(task: string, model: string) {
  const environment = { HF_TOKEN: ECHOED_TOKEN };
  const terminal = openPicker(await echoingHub(), [task, model, 'some text'], { environment });
  await terminal.until(/some text/);
  terminal.press('ctrl+r');
  return terminal;
}

test('X3: redacts an echoed token in a result and its JSON', async () => {
  const terminal = await startedOn('text-classification', 'echo/result');
  await terminal.until(/You are hf_\*\*\*[^]*j JSON/);
  await terminal.pressUntil('j', /"hf_\*\*\*": "hf_\*\*\*"/);
  expect(terminal.written()).not.toMatch(LEAK);
});

test.each([
  ['an error', 'text-classification', 'echo/error', /^Bad credentials hf_\*\*\*\n[^]*^request hf_\*\*\*$/m],
  ['a stream that splits it', 'text-generation', 'echo/stream', /You are hf_\*\*\*, I think\./],
])('X3: redacts an echoed token in %s', async (_what, task, model, expected) => {
  const terminal = await startedOn(task, model);
  await terminal.until(expected);
  expect(terminal.written()).not.toMatch(LEAK);
});
