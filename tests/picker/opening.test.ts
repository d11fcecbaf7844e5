import { expect, test } from 'vitest';
import { at } from '../support/cli.ts';
import { serve } from '../support/loopback.ts';
import { inProcessTerminal } from '../support/in-process-terminal.ts';
import { inTerminal } from '../support/pseudo-terminal.ts';
import { recordingSandbox } from '../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };

test('tryout demo opens the picker on the sandbox, signed in as its guest', async () => {
  const terminal = inTerminal(['demo'], { environment });
  await terminal.until(/^Tryout +guest · sandbox$[^]*❯ Audio Classification/m);
  expect(terminal.isFullScreen()).toBe(true);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.scrollback()).toBe('');
});

test('draws the first frame without waiting for the hub', async () => {
  const hub = await serve(() => undefined);
  const terminal = inProcessTerminal(['--hub-url', hub.url], { environment });
  await terminal.until(/❯ Audio Classification[^]*keys/);
  expect(await terminal.endBy('ctrl+c')).toBe(130);
});

test('opens the form for a task and a model; Esc goes back through the models and the tasks', async () => {
  const terminal = inProcessTerminal(
    [...at(sandbox), 'text-classification', 'sandbox/vader-sentiment', 'Lovely'],
    {
      environment,
    },
  );
  await terminal.until(/Text Classification › sandbox\/vader-sentiment[^]*Lovely/);
  await terminal.pressUntil('escape', /Select a model/);
  await terminal.pressUntil('escape', /Select a task[^]*❯ Text Classification/);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
});

test('C5: returns to the models with similar IDs if the Hub does not know the model', async () => {
  const terminal = inProcessTerminal([...at(sandbox), 'text-classification', 'sandbox/vader-sentimental'], {
    environment,
    columns: 120,
  });
  await terminal.until(/not found\. Did you mean sandbox\/vader-sentiment\?/);
  await terminal.until(/Select a model/);
});

test.each([
  ['imge-classification', "Unknown task 'imge-classification'", 'Did you mean image-classification?'],
  ['modles', "Unknown command 'modles'", 'Did you mean models?'],
  ['sumarization', "Unknown command 'sumarization'", 'Did you mean summarization?'],
])('%s: suggests the closest match and exits with 2', async (word, error, hint) => {
  const terminal = await inProcessTerminal([word]).endedWith(2);
  expect(terminal.screen()).toBe(`error: ${error}\nhint: ${hint}`);
  expect(terminal.isFullScreen()).toBe(false);
});

test('--debug: writes requests to the shell after exit, not to the full screen', async () => {
  const terminal = inProcessTerminal([...at(sandbox), '--debug', 'text-classification'], { environment });
  await terminal.until(/sandbox\/vader-sentiment/);
  expect(terminal.written()).not.toContain('curl');
  expect(await terminal.endBy('ctrl+c')).toBe(130);
  expect(terminal.scrollback().replaceAll('\n', '')).toMatch(/curl .*\/api\/models\?/);
  expect(terminal.scrollback()).not.toContain('hf_sandbox');
});
