import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRunLink, modelIdIn, taskNamed } from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import { attachFiles } from '../../packages/cli/src/read-argv/attach-files.ts';
import { wrap } from '../../packages/cli/src/screen/index.ts';
import { classify, connectionAt, rejection } from '../support/ask.ts';
import { cliInProcess as cli } from '../support/cli-in-process.ts';
import { answerBody, answerEvents, serve, startProxy, type RequestHandler } from '../support/loopback.ts';
import { temporaryFolder } from '../support/process.ts';

const COUNT = 300_000;
const spaces = ' '.repeat(COUNT);
const lines = '\n'.repeat(COUNT);

// A pattern that backtracks takes minutes, so that its test fails; the others take milliseconds.

describe('X27: text of a server that a pattern could read for minutes', () => {
  const chat = (content: string): RequestHandler =>
    answerEvents({
      id: 'c',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }],
    });
  test.each<[string, RequestHandler, readonly string[], RegExp]>([
    [
      'spaces after the name of an event',
      answerBody(`event:${spaces}x`, 200, { 'Content-Type': 'text/plain' }),
      ['text-classification', 'x'],
      /expected JSON, got text\/plain/,
    ],
    [
      'the same in an error',
      answerBody(`event:${spaces}x`, 500, { 'Content-Type': 'text/plain' }),
      ['text-classification', 'x'],
      /The server responded: event:/,
    ],
    [
      'the same in a stream',
      answerBody(`data: event:${spaces}x\n\n`, 200, { 'Content-Type': 'text/event-stream' }),
      ['text-generation', 'x'],
      /a stream event is not valid JSON/,
    ],
    [
      'blank lines in a code block, for an answer by a schema',
      chat(`\`\`\`${lines}`),
      ['text-generation', 'x', '--schema', '{"type":"object"}'],
      /the answer is not JSON/,
    ],
  ])('%s', async (_what, handler, words, message) => {
    const { url } = await serve(handler);
    const endpoint = words[0] === 'text-generation' ? `${url}/v1/chat/completions` : url;
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'schema.json'), '{"type":"object"}');
    const all = words.map((word) => (word.startsWith('{') ? 'schema.json' : word));
    const ended = await cli(['run', ...all, '--endpoint-url', endpoint], { folder });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(message);
  });
});

describe('X27: text of a file, a link or the clipboard', () => {
  test('prompts', async () => {
    const folder = temporaryFolder();
    for (const [name, text] of [
      ['a.txt', `{{${spaces}`],
      ['b.txt', `{{${spaces}x${spaces}{`],
      ['c.txt', '{{'.repeat(COUNT)],
    ] as const) {
      writeFileSync(join(folder, name), text);
      const words = [
        'run',
        'text-generation',
        'x',
        '--prompt',
        `@${name}`,
        '--endpoint-url',
        'http://127.0.0.1:1/v1/chat/completions',
      ];
      expect((await cli(words, { folder })).code).toBe(1);
    }
  });

  test('names', () => {
    for (const name of ['e\u0301'.repeat(COUNT), spaces, 'ab/'.repeat(COUNT)]) {
      expect(() => taskNamed(name)).toThrow('Unknown task');
      expect(modelIdIn('https://huggingface.co', `${name}x`)).toBeUndefined();
    }
    expect(modelIdIn('https://huggingface.co', " 'a / b', ")).toBe('a/b');
  });

  test('links', () => {
    for (const text of ['#/'.repeat(COUNT), '#/?'.repeat(COUNT), `#/?${'&'.repeat(COUNT)}`])
      expect(isRunLink(text)).toBe(false);
    for (const text of ['#/?run=a', 'https://a.example/#/x/y/z?a=1&run=b', '# A #/x?run=c'])
      expect(isRunLink(text)).toBe(true);
  });

  test('words with files', async () => {
    for (const word of [`@${'.'.repeat(COUNT)}x`, `@${')'.repeat(COUNT)}x`, `@${'x'.repeat(COUNT)}.`])
      await attachFiles(word, ['image']).catch(() => undefined);
  });

  test('lines of a terminal', () => {
    for (const text of [`${spaces}x`, `x${spaces}x`, ` ${spaces}東`])
      expect(wrap(text, 40)).toMatch(/[x東]$/);
    expect(wrap('one two  three', 8)).toBe('one two\nthree');
  });

  test('NO_PROXY', async () => {
    const proxy = await startProxy({ status: 502 });
    const lists = [`${':'.repeat(COUNT)}x\n`, `::${':'.repeat(COUNT)}:a`, `[${':'.repeat(COUNT)}`];
    for (const NO_PROXY of lists) {
      const environment = { HTTP_PROXY: proxy.url, NO_PROXY };
      const transport = nodeTransport({ environment, userAgent: 'tryout-tests' });
      const connection = connectionAt('http://a.invalid', { transport, token: undefined });
      await rejection(classify(connection, 'http://a.invalid/'));
    }
    expect(proxy.targets).toHaveLength(lists.length);
  });
});
