import { createGzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { completionChunk, createFrame } from '../inference/chat/completion.ts';
import { startEventStream, writeEvent, writeText } from '../inference/chat/event-stream.ts';
import { defineMisbehavior, type MisbehavingRun } from './define-misbehavior.ts';

const block = ' '.repeat(1 << 20);
const blocks = 1024;

function* oneGibibyte(): Generator<string> {
  yield '[[';
  for (let count = 0; count < blocks; count += 1) yield block;
  yield '{"label":"LABEL_0","score":1}]]';
}

async function sendBomb({ exchange }: MisbehavingRun): Promise<void> {
  const { response, signal } = exchange;
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
  await pipeline(Readable.from(oneGibibyte()), createGzip({ level: 1 }), response, { signal });
}

async function streamWithoutEnd({ exchange, id, text }: MisbehavingRun): Promise<void> {
  const { response, signal } = exchange;
  const frame = createFrame(id);
  startEventStream(response);
  for (;;) {
    await writeEvent(response, completionChunk(frame, { content: `${text} ` }), signal);
    await setImmediate();
  }
}

async function writeOneLine({ exchange }: MisbehavingRun): Promise<void> {
  const { response, signal } = exchange;
  startEventStream(response);
  await writeText(response, 'data: {"choices":[{"index":0,"delta":{"content":"', signal);
  for (;;) {
    await writeText(response, block, signal);
    await setImmediate();
  }
}

/** Models that answer more than anyone can hold. */
export const floodingModels = [
  defineMisbehavior(
    'gzip-bomb',
    'It answers one gibibyte of blanks, compressed to about one part in 230.',
    sendBomb,
  ),
  defineMisbehavior('endless-stream', 'It repeats the question without end.', streamWithoutEnd, {
    chat: true,
  }),
  defineMisbehavior('endless-line', 'It streams one line that never ends.', writeOneLine, { chat: true }),
];
