import { expect, test } from 'vitest';
import { chatServer, startChat } from '../../../support/chat-server.ts';
import { at } from '../../../support/cli.ts';
import { inProcessTerminal } from '../../../support/in-process-terminal.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { fakeHub } from '../../../support/fake-hub.ts';
import { finished, startedRun } from './running.ts';

const sandbox = await recordingSandbox();

test('C24: shows a labeled error with one sentence, the next step and technical details', async () => {
  const terminal = await startedRun(sandbox, 'text-classification', 'trouble/server-error');
  const screen = await terminal.until(/The run failed/);
  expect(screen).toMatch(
    /^Error\nCUDA out of memory\.\n.*try another input or model\.\nstatus 500\nhttp:\/\/127\S+\nrequest [\w-]+$/m,
  );
  expect(terminal.styleOf('CUDA').foreground).toBe(1);
  expect(terminal.styleOf('status 500').dim).toBe(true);
  await terminal.pressUntil('k', /› code/);
});

test('C11: the error of a gated model links to its page, which Ctrl-O opens', async () => {
  const terminal = await startedRun(sandbox, 'text-classification', 'trouble/gated');
  const screen = await terminal.until(/The run failed[^]*Ctrl-O open page/);
  expect(screen).toContain(`Request access at ${sandbox.hubUrl}/trouble/gated`);
});

test('keeps the partial answer of a broken stream, marks it as incomplete, and r runs it again', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('Half of an ans');
  await terminal.until(/Half of an ans$/m);
  await server.cut();
  await terminal.until(/The run failed[^]*Output\nHalf of an ans\nThe answer is incomplete\.\nError\n\w/);
  terminal.press('r');
  await server.say('The whole of it');
  await terminal.until(/The whole of it$/m);
  await server.finish();
  expect(await terminal.until(finished)).not.toContain('Half of an ans');
});

test('X25: shows a response that is not a valid result, with the error', async () => {
  const server = await fakeHub({ inference: { predictions: [0.9, 0.1] } });
  const hub = at({ hubUrl: server.url, inferenceUrl: `${server.url}/inference` });
  const terminal = inProcessTerminal([...hub, 'text-classification', 'org/model', 'A text.'], {
    environment: { HF_TOKEN: 'hf_a' },
  });
  await terminal.until(/A text\./);
  terminal.press('ctrl+r');
  await terminal.until(
    /The run failed[^]*Output\n\{"predictions":\[0\.9,0\.1\]\}\nThe response is not a valid result\.\nError\nInvalid inference output/,
  );
});

test('offers the available models for the task if no provider runs the model', async () => {
  const terminal = await startedRun(sandbox, 'text-classification', 'sandbox/staging-question-mark');
  await terminal.until(/No provider runs sandbox\/staging-question-mark right now[^]*m available models/);
  const screen = await terminal.pressUntil('m', /available[^]*❯ sandbox\//);
  expect(screen).not.toContain('staging-question-mark');
});
