import { setImmediate } from 'node:timers/promises';
import {
  createChunk,
  createFrame,
  type FinishReason,
  startEventStream,
  writeEvent,
} from '../inference/chat/completion.ts';
import { controlCharacters } from './failures.ts';
import type { Exchange, Misbehavior, MisbehavingRun } from '../exchange/exchange.ts';

/** Streams the input back word by word, with a finish reason if there is one, and leaves the stream open. */
async function echo(
  { exchange, id, text }: MisbehavingRun,
  reason?: FinishReason,
  prefix = '',
): Promise<void> {
  const { response, signal } = exchange;
  const frame = createFrame(id);
  startEventStream(response);
  for (const content of `${prefix}${text}`.match(/\S+\s*/g) ?? []) {
    await writeEvent(response, createChunk(frame, { content }), signal);
  }
  if (reason) await writeEvent(response, createChunk(frame, {}, reason), signal);
}

/** A failure that streams the input back, and then breaks the stream. */
function breakAfterEcho(
  description: string,
  breakStream: (exchange: Exchange) => void,
  reason?: FinishReason,
  prefix?: string,
): Misbehavior {
  return {
    description,
    async answer(run) {
      await echo(run, reason, prefix);
      breakStream(run.exchange);
    },
  };
}

/** Failures of chat streams by name. They stream even if the request does not ask for it. */
export const streamFailures: Readonly<Record<string, Misbehavior>> = {
  'endless-stream': {
    description: 'Streams the input back endlessly.',
    async answer({ exchange: { response, signal }, id, text }) {
      const frame = createFrame(id);
      startEventStream(response);
      for (;;) {
        await writeEvent(response, createChunk(frame, { content: `${text} ` }), signal);
        await setImmediate();
      }
    },
  },
  'stream-cut': breakAfterEcho(
    'Streams the input back and closes the connection in the middle of an event.',
    ({ request, response }) =>
      response.write('data: {"choices":[{"index":0,"del', () => request.socket.destroy()),
  ),
  'stream-stalls': breakAfterEcho(
    'Streams the input back, then stalls with the connection open.',
    () => undefined,
  ),
  'stream-without-done': breakAfterEcho(
    'Streams the input back without a finish reason or [DONE].',
    ({ response }) => response.end(),
  ),
  'stream-ends-with-finish-reason-only': breakAfterEcho(
    'Streams the input back with a finish reason but without [DONE].',
    ({ response }) => response.end(),
    'stop',
  ),
  'stream-error-event': breakAfterEcho('Streams the input back and then an error event.', ({ response }) =>
    response.end('event: error\ndata: {"error":"The worker has died.","error_type":"worker"}\n\n'),
  ),
  'stream-resets': breakAfterEcho(
    'Streams the input back and resets the connection.',
    ({ request, response }) => response.write('\n', () => request.socket.resetAndDestroy()),
  ),
  'stream-control-characters': breakAfterEcho(
    'Streams terminal commands and reversed text.',
    ({ response }) => response.end('data: [DONE]\n\n'),
    'stop',
    `${controlCharacters} `,
  ),
};
