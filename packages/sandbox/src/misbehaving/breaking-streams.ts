import { completionChunk, createFrame } from '../inference/chat/completion.ts';
import { startEventStream, writeEvent, writeText } from '../inference/chat/event-stream.ts';
import type { FinishReason } from '../inference/chat/limit-pieces.ts';
import { defineMisbehavior, type Misbehavior, type MisbehavingRun } from './define-misbehavior.ts';
import { controlCharacters } from './malformed.ts';

/** Streams the question back, a word a piece, as far as a chat that goes well comes before its end. */
async function echo(run: MisbehavingRun, reason: FinishReason | null = null, prefix = ''): Promise<void> {
  const { response, signal } = run.exchange;
  const frame = createFrame(run.id);
  startEventStream(response);
  const words = `${prefix}${run.text}`.match(/\S+\s*/g) ?? [];
  for (const content of words) await writeEvent(response, completionChunk(frame, { content }), signal);
  if (reason !== null) await writeEvent(response, completionChunk(frame, {}, reason), signal);
}

function chat(name: string, says: string, answer: Misbehavior['answer']): Misbehavior {
  return defineMisbehavior(name, `It streams the question back. ${says}`, answer, { chat: true });
}

/** Chat models whose streams go wrong. They stream whether or not they were asked to. */
export const breakingStreams = [
  chat('stream-cut', 'Then it closes the connection in the middle of an event.', async (run) => {
    await echo(run);
    const { request, response } = run.exchange;
    response.write('data: {"choices":[{"index":0,"del', () => request.socket.destroy());
  }),
  chat('stream-stalls', 'Then it says nothing more and keeps the connection open.', (run) => echo(run)),
  chat('stream-without-done', 'It ends without a finish reason and without [DONE].', async (run) => {
    await echo(run);
    run.exchange.response.end();
  }),
  chat(
    'stream-ends-with-finish-reason-only',
    'It ends with a finish reason and without [DONE].',
    async (run) => {
      await echo(run, 'stop');
      run.exchange.response.end();
    },
  ),
  chat('stream-error-event', 'Then it sends an event that holds an error, and ends.', async (run) => {
    await echo(run);
    const { response, signal } = run.exchange;
    await writeText(
      response,
      'event: error\ndata: {"error":"The worker has died.","error_type":"worker"}\n\n',
      signal,
    );
    response.end();
  }),
  chat('stream-resets', 'Then it resets the connection.', async (run) => {
    await echo(run);
    run.exchange.response.write('\n', () => run.exchange.request.socket.resetAndDestroy());
  }),
  chat(
    'stream-control-characters',
    'Its words are full of terminal commands and turned text.',
    async (run) => {
      await echo(run, 'stop', `${controlCharacters} `);
      await writeText(run.exchange.response, 'data: [DONE]\n\n', run.exchange.signal);
      run.exchange.response.end();
    },
  ),
];
