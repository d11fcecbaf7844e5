import { describe, expect, test } from 'vitest';
import type { IncompleteAnswerError } from '@tryout/engine';
import { type RunEvent } from '@tryout/engine';
import { ask, rejection } from '../../support/ask.ts';
import { serve } from '../../support/loopback.ts';
import { connectionIn, sandboxConnection, type Runtime } from './runtime.ts';

export function streamingSuite(runtime: Runtime): void {
  const talk = async (model: string, onEvent?: (event: RunEvent) => void, signal?: AbortSignal) =>
    ask(
      sandboxConnection(runtime),
      'text-generation',
      { model },
      { text: 'What is 6 times 7?' },
      { handlers: { onEvent, signal } },
    );

  describe('a chat', () => {
    test('streams the pieces of the answer', async () => {
      const pieces: string[] = [];
      const result = await talk(
        'sandbox/plain-assistant',
        (event) => event.type === 'text' && pieces.push(event.text),
      );
      expect(result.view).toMatchObject({ kind: 'text', text: pieces.join('') });
      expect(pieces.join('')).toContain('42');
    });

    test.each(['stream-cut', 'stream-without-done', 'stream-resets'])(
      '%s is incomplete and keeps the partial answer',
      async (name) => {
        const error = await rejection<IncompleteAnswerError>(talk(`trouble/${name}`));
        expect(error).toMatchObject({ name: 'IncompleteAnswerError' });
        expect(error.partial).toContain('times 7?');
      },
    );

    test('is complete after a finish reason', async () => {
      const { view } = await talk('trouble/stream-ends-with-finish-reason-only');
      expect(view).toMatchObject({ text: 'What is 6 times 7?' });
    });

    test('with an error event fails with its message', async () => {
      const error = await rejection(talk('trouble/stream-error-event'));
      expect(error).toMatchObject({ name: 'StreamError', message: 'The worker has died.' });
    });

    test('without end can be canceled', async () => {
      const controller = new AbortController();
      const error = await rejection(
        talk(
          'trouble/endless-stream',
          (event) => event.type === 'text' && controller.abort(),
          controller.signal,
        ),
      );
      expect(error).toMatchObject({ name: 'CanceledError', outcome: 'canceled' });
    });

    test('split within multi-byte characters is decoded correctly', async () => {
      const bytes = Buffer.from(
        `data: {"choices":[{"delta":{"content":"Grüße 🎈"},"finish_reason":"stop"}]}\n\n`,
      );
      const server = await serve(async (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        for (const byte of bytes) await new Promise((sent) => response.write(Buffer.of(byte), sent));
        response.end();
      });
      const connection = connectionIn(runtime, server.url);
      const endpointUrl = `${server.url}/v1/chat/completions`;
      const { value } = await ask(connection, 'text-generation', { endpointUrl }, { text: 'ham' });
      expect(value).toMatchObject({ choices: [{ message: { content: 'Grüße 🎈' } }] });
    });
  });
}
