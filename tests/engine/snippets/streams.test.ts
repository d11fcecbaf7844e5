import type { ServerResponse } from 'node:http';
import { isFailure, createSnippets, type RunEvent } from '@tryout/engine';
import { describe, expect } from 'vitest';
import { connectionAt, requestFor, runRequest } from '../../support/ask.ts';
import { serve } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';
import { programsOf, testWith } from './support/programs.ts';
import { runCode } from './support/run-code.ts';

const piece = (content: string, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }], ...more })}`;
const last = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}';
const done = 'data: [DONE]';

/** Valid streams as chunks of bytes. */
const complete: Readonly<Record<string, readonly string[]>> = {
  'plain events': [`${piece('é 漢 ')}\n\n`, `${piece('🙂')}\n\n${last}\n\n${done}\n\n`],
  'CRLF, comments and other fields': [
    `: hello\r\nevent: message\r\nid: 1\r\n${piece('a')}\r\n\r\n${last}\r\n\r\n${done}\r\n\r\n`,
  ],
  'no space after the colon': [`${piece('a').replace('data: ', 'data:')}\n\n${last}\n\ndata:[DONE]\n\n`],
  'a null error, and usage without choices': [
    `${piece('a', { error: null })}\n\n${last}\n\ndata: {"usage":{"total_tokens":3}}\n\n${done}\n\n`,
  ],
  'a last event without a newline': [
    `${piece('a')}\n\n`,
    piece('b', { choices: [{ delta: { content: 'b' }, finish_reason: 'stop' }] }),
  ],
  'a multi-line text': [`${piece('one\n\n two\t"three"\n')}\n\n${last}\n\n${done}\n\n`],
};

/** Streams that make a run fail. */
const broken: Readonly<Record<string, readonly string[]>> = {
  'an error event': [`${piece('a')}\n\ndata: {"error":{"message":"The worker has died."}}\n\n`],
  'an error event with a string': [`${piece('a')}\n\ndata: {"error":"The worker has died."}\n\n`],
};

async function streamed(client: string, pieces: readonly string[]) {
  const server = await serve((_received, response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const text of pieces) response.write(text);
    response.end();
  });
  const connection = connectionAt(server.url, { token: 'hf_sandbox' });
  const destination = { endpointUrl: `${server.url}/v1/chat/completions`, model: 'a/b' };
  const request = await requestFor(connection, 'text-generation', destination, { text: 'x' });
  let text = '';
  const onEvent = (event: RunEvent) => void (event.type === 'text' && (text += event.text));
  const failure = await runRequest(connection, request, { onEvent }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const [snippet] = createSnippets(request, connection, { clients: [client] }).snippets;
  if (!snippet) throw new Error('no snippet');
  const ended = await runCode(snippet.language, snippet.code, { folder: temporaryFolder() });
  return { failure, text, ended };
}

describe.each(['curl', 'requests', 'fetch'] as const)('%s', (client) => {
  const streamTest = testWith(...programsOf[client]);

  streamTest.each(Object.entries(complete))('prints the text of the run: %s', async (_name, pieces) => {
    const { failure, text, ended } = await streamed(client, pieces);
    expect(failure).toBeUndefined();
    expect(ended).toMatchObject({ code: 0, stderr: '', stdout: `${text}\n` });
  });

  streamTest.each(Object.entries(broken))('fails like the run: %s', async (_name, pieces) => {
    const { failure, text, ended } = await streamed(client, pieces);
    expect(isFailure(failure)).toBe(true);
    expect(ended.code).not.toBe(0);
    expect(ended.stdout.trimEnd()).toBe(text);
    expect(ended.stderr).toContain('The worker has died.');
  });
});
