import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerEvents, answerJson, sendJson, serve } from '../../support/loopback.ts';
import { inTerminal } from '../../support/pseudo-terminal.ts';

const environment = { HF_TOKEN: 'hf_sandbox' };
const EMPTY = expect.stringMatching(/^\(no (?:text|results)\)\n$/) as string;
const CONTROL_D = '\u0004';

describe('an empty answer gets a note and leaves standard output empty', () => {
  const cases: [task: string, answer: unknown, stdout: RegExp][] = [
    ['text-classification', [], /^$/],
    ['summarization', [{ summary_text: '' }], /^\n?$/],
    ['token-classification', [], /^$/],
  ];
  test.each(cases)('%s', async (task, answer, stdout) => {
    const server = await serve(answerJson(answer));
    const words = ['run', task, 'x', '--endpoint-url', server.url];
    const [loud, quiet, json] = await Promise.all([
      cli(words),
      cli([...words, '-q']),
      cli([...words, '--json']),
    ]);
    expect(loud).toMatchObject({ code: 0, stderr: EMPTY });
    expect(loud.stdout).toMatch(stdout);
    expect(quiet).toMatchObject({ code: 0, stderr: '', stdout: loud.stdout });
    expect(json).toMatchObject({ code: 0, stderr: '' });
    expect(() => JSON.parse(json.stdout) as unknown).not.toThrow();
  });

  test('a stream', async () => {
    const choices = [{ delta: { content: '' }, finish_reason: 'stop' }];
    const server = await serve(answerEvents({ id: 'a', created: 1, model: 'm', choices }));
    const endpoint = `${server.url}/v1/chat/completions`;
    const answer = await cli(['run', 'text-generation', 'x', '--endpoint-url', endpoint]);
    expect(answer).toMatchObject({ code: 0, stdout: '', stderr: EMPTY });
  });
});

describe('C23: while a model loads', () => {
  const loadingOnce = () => {
    let requests = 0;
    return serve((_received, response) => {
      requests += 1;
      if (requests % 2 === 0) return sendJson(response, [{ summary_text: 'Done' }]);
      sendJson(response, { error: 'Model m is currently loading', estimated_time: 20.4 }, 503, {
        'Retry-After': '0',
      });
    });
  };

  test('prints a note to standard error without a terminal, even with --json, but not with -q', async () => {
    const { url } = await loadingOnce();
    const words = ['run', 'summarization', 'x', '--endpoint-url', url];
    const stderr = 'Waiting for the model to load (about 20 s).\n';
    expect(await cli(words)).toMatchObject({ code: 0, stdout: 'Done\n', stderr });
    const json = await cli([...words, '--json']);
    expect(json).toMatchObject({ code: 0, stderr });
    expect(JSON.parse(json.stdout)).toEqual({ summary_text: 'Done' });
    expect(await cli([...words, '-q'])).toMatchObject({ code: 0, stdout: 'Done\n', stderr: '' });
  });
});

describe('a foreign host that rejects a request without the token', () => {
  test('the hint names --send-token', async () => {
    const server = await serve(answerJson({ error: 'Who are you?' }, 401));
    const words = ['run', 'text-classification', 'x', '--endpoint-url', server.url];
    const { code, stderr } = await cli(words, { environment });
    expect(server.received[0]?.headers.authorization).toBeUndefined();
    expect(code).toBe(4);
    expect(stderr).toMatch(/\nhint: Your token was not sent; --send-token sends it\.\n$/);
  });

  test('--send-token sends the token, and the hint does not mention it', async () => {
    const server = await serve(answerJson({ error: 'Who are you?' }, 401));
    const words = ['run', 'text-classification', 'x', '--send-token', '--endpoint-url', server.url];
    const { code, stderr } = await cli(words, { environment });
    expect(server.received[0]?.headers.authorization).toBe('Bearer hf_sandbox');
    expect(code).toBe(4);
    expect(stderr).not.toMatch(/--send-token/);
  });
});

test('sends an object parameter without a note', async () => {
  const server = await serve(answerJson([]));
  const folder = temporaryFolder();
  const image = new URL('../../../examples/shapes.png', import.meta.url);
  const words = ['run', 'image-to-image', image.pathname, '--endpoint-url', server.url];
  const size = { width: 50, height: 40 };
  const { stderr } = await cli([...words, '-p', `target_size=${JSON.stringify(size)}`], { folder });
  expect(stderr).not.toMatch(/Unknown parameter/);
  expect(JSON.parse(server.received[0]?.body.toString() ?? '')).toMatchObject({
    parameters: { target_size: size },
  });
});

describe('on a terminal', () => {
  test('shows that standard input is read and how to end it', async () => {
    const server = await serve(({ body }, response) => {
      const { inputs } = JSON.parse(body.toString()) as { inputs: string };
      sendJson(response, [{ label: inputs.toUpperCase(), score: 1 }]);
    });
    const session = inTerminal(['run', 'text-classification', '-', '--endpoint-url', server.url]);
    await session.until(/Reading from standard input\. Press Ctrl-D to finish\./);
    session.type(`typed\r${CONTROL_D}`);
    expect(await session.ended).toBe(0);
    expect(session.screen()).toMatch(/TYPED/);
  });
});
