import { setImmediate } from 'node:timers/promises';
import {
  createChunk,
  createFrame,
  type FinishReason,
  startEventStream,
  writeEvent,
} from '../inference/chat/completion.ts';
import { controlCharacters } from './failures.ts';
import type { Misbehavior, MisbehavingRun } from '../exchange/exchange.ts';

/** Streams the input back word by word, with a finish reason if there is one, and leaves the stream open. */
async function echo(
  { exchange, id, text }: MisbehavingRun,
  reason: FinishReason | null = null,
  prefix = '',
): Promise<void> {
  const { response, signal } = exchange;
  const frame = createFrame(id);
  startEventStream(response);
  for (const content of `${prefix}${text}`.match(/\S+\s*/g) ?? []) {
    await writeEvent(response, createChunk(frame, { content }), signal);
  }
  if (reason !== null) await writeEvent(response, createChunk(frame, {}, reason), signal);
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
  'stream-cut': {
    description: 'Streams the input back and closes the connection in the middle of an event.',
    async answer(run) {
      await echo(run);
      const { request, response } = run.exchange;
      response.write('data: {"choices":[{"index":0,"del', () => request.socket.destroy());
    },
  },
  'stream-stalls': {
    description: 'Streams the input back, then stalls with the connection open.',
    answer: (run) => echo(run),
  },
  'stream-without-done': {
    description: 'Streams the input back without a finish reason or [DONE].',
    async answer(run) {
      await echo(run);
      run.exchange.response.end();
    },
  },
  'stream-ends-with-finish-reason-only': {
    description: 'Streams the input back with a finish reason but without [DONE].',
    async answer(run) {
      await echo(run, 'stop');
      run.exchange.response.end();
    },
  },
  'stream-error-event': {
    description: 'Streams the input back and then an error event.',
    async answer(run) {
      await echo(run);
      run.exchange.response.end(
        'event: error\ndata: {"error":"The worker has died.","error_type":"worker"}\n\n',
      );
    },
  },
  'stream-resets': {
    description: 'Streams the input back and resets the connection.',
    async answer(run) {
      await echo(run);
      run.exchange.response.write('\n', () => run.exchange.request.socket.resetAndDestroy());
    },
  },
  'stream-control-characters': {
    description: 'Streams terminal commands and reversed text.',
    async answer(run) {
      await echo(run, 'stop', `${controlCharacters} `);
      run.exchange.response.end('data: [DONE]\n\n');
    },
  },
};
