import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import type * as Tesseract from 'tesseract.js';
import type { Page as TesseractPage, Worker } from 'tesseract.js';
import type { Picture } from '../../../media/picture.ts';
import type { Page, PageWord } from './page.ts';
import { prepareForReading } from './prepare.ts';

interface Reader {
  worker: Worker;
  thread: Thread;
}

let started: Promise<Reader> | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * Reads the printed English text of a picture with Tesseract. The first call starts one worker thread; it reads one
 * picture after the other and keeps the process alive only while it reads. {@link closeOcr} ends it.
 *
 * @throws the signal's reason once it is aborted; a reading that has begun goes on unseen.
 */
export async function readPage(picture: Picture, signal: AbortSignal): Promise<Page> {
  signal.throwIfAborted();
  const png = await prepareForReading(picture);
  const turn = queue.then(() => {
    signal.throwIfAborted();
    return recognize(png);
  });
  queue = turn.catch(() => undefined);
  return toPage(await untilAborted(turn, signal));
}

/** Ends the worker thread, if there is one; a later reading starts a new one. */
export async function closeOcr(): Promise<void> {
  const reader = started;
  started = undefined;
  await reader?.then(({ thread }) => thread.terminate()).catch(() => undefined);
}

async function recognize(png: Buffer): Promise<TesseractPage> {
  try {
    started ??= start();
    return await recognizeWith(await started, png);
  } catch (error) {
    await closeOcr();
    throw error;
  }
}

async function recognizeWith({ worker, thread }: Reader, png: Buffer): Promise<TesseractPage> {
  thread.ref();
  const ended = new Promise<never>((_, reject) => {
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The text reader was ended.')));
  });
  try {
    const { data } = await Promise.race([worker.recognize(png, {}, { blocks: true, text: false }), ended]);
    return data;
  } finally {
    thread.unref();
    thread.removeAllListeners('exit');
    thread.removeAllListeners('error');
    // A thread that fails between two readings is replaced at the next one; unheard, it would end the process.
    thread.on('error', () => (started = undefined));
  }
}

function start(): Promise<Reader> {
  // Resolved at run time, beside the installed packages: a bundle must not inline a library that starts a thread
  // from its own files.
  const require = createRequire(import.meta.url);
  const tesseract = require('tesseract.js') as typeof Tesseract;
  const language = require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');
  return new Promise((resolve, reject) => {
    const options = {
      langPath: dirname(language),
      cacheMethod: 'none',
      gzip: true,
      // Without a handler the library throws past every promise, and its own promise waits for ever.
      errorHandler: (reason: unknown) => reject(new Error(`The text reader failed: ${String(reason)}`)),
    };
    tesseract
      .createWorker('eng', tesseract.OEM.LSTM_ONLY, options)
      .then(async (worker) => {
        await worker.setParameters({
          tessedit_pageseg_mode: tesseract.PSM.SINGLE_COLUMN,
          // Within the reader's own file system; its remarks would go to standard error.
          debug_file: '/dev/null',
        });
        resolve({ worker, thread: (worker as Worker & { worker: Thread }).worker });
      })
      .catch(reject);
  });
}

function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function toPage({ blocks }: TesseractPage): Page {
  let index = 0;
  const lines = (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines: found }) => found)
    .map(({ words }) =>
      words
        .filter(({ text, confidence }) => text.trim() !== '' && confidence >= 30)
        .map(({ text, confidence, bbox }): PageWord => {
          const box = { xmin: bbox.x0, ymin: bbox.y0, xmax: bbox.x1, ymax: bbox.y1 };
          return { text, confidence: confidence / 100, box, index: index++ };
        }),
    );
  return { lines: lines.filter((line) => line.length > 0) };
}
