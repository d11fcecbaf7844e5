import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import type * as Tesseract from 'tesseract.js';
import { type Picture, toSharp } from '../../media/picture.ts';

/** A word on a page. */
export interface PageWord {
  text: string;
  /** 0 to 1. */
  confidence: number;
  /** Position among all words of the page. */
  index: number;
}

/** The words of a page, line by line. */
export type PageLines = readonly (readonly PageWord[])[];

interface Reader {
  worker: Tesseract.Worker;
  thread: Thread;
}

let reader: Promise<Reader> | undefined;
let queue: Promise<unknown> = Promise.resolve();
/** The newest picture and its words: people ask more than one question about a page. */
let newest: { readonly png: Buffer; readonly lines: PageLines } | undefined;

const maxPixels = 3_000_000;

/** A gray PNG, dark on light, in a size that the reader can handle. */
async function prepare(picture: Picture): Promise<Buffer> {
  const { width, height } = picture;
  const shrink = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  const factor = width < 900 && width * height * 4 <= maxPixels ? 2 : shrink;
  const gray = (await toSharp(picture)).flatten({ background: '#ffffff' }).grayscale();
  const { channels } = await gray.clone().stats();
  const isDark = (channels[0]?.mean ?? 255) < 110;
  return gray
    .negate(isDark && { alpha: false })
    .resize({ width: Math.max(1, Math.round(width * factor)), kernel: 'cubic' })
    .extend({ top: 10, bottom: 10, left: 10, right: 10, background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

function start(): Promise<Reader> {
  // Resolved at run time: a bundle must not inline a library that starts a thread from its own files.
  const require = createRequire(import.meta.url);
  const tesseract = require('tesseract.js') as typeof Tesseract;
  const language = require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');
  return new Promise((resolve, reject) => {
    const options = {
      langPath: dirname(language),
      cacheMethod: 'none',
      gzip: true,
      // Without a handler the library throws outside of its promise, which then never settles.
      errorHandler: (reason: unknown) => reject(new Error(`The text reader failed: ${String(reason)}`)),
    };
    tesseract
      .createWorker('eng', tesseract.OEM.LSTM_ONLY, options)
      .then(async (worker) => {
        await worker.setParameters({
          tessedit_pageseg_mode: tesseract.PSM.SINGLE_COLUMN,
          // In the reader's own file system; otherwise it writes messages to standard error.
          debug_file: '/dev/null',
        });
        resolve({ worker, thread: (worker as Tesseract.Worker & { worker: Thread }).worker });
      })
      .catch(reject);
  });
}

async function recognize(png: Buffer): Promise<Tesseract.Page> {
  try {
    const { worker, thread } = await (reader ??= start());
    // The thread keeps the process alive only while it reads.
    thread.ref();
    const ended = new Promise<never>((_, reject) => {
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('The text reader exited.')));
    });
    try {
      return (await Promise.race([worker.recognize(png, {}, { blocks: true, text: false }), ended])).data;
    } finally {
      thread.unref();
      thread.removeAllListeners('exit').removeAllListeners('error');
      // Without a listener, a failure between two pictures would end the process.
      thread.on('error', () => (reader = undefined));
    }
  } catch (error) {
    await closeReader();
    throw error;
  }
}

/** Ends the worker thread and forgets the newest picture; the next picture starts a new thread. */
export async function closeReader(): Promise<void> {
  const closing = reader;
  reader = undefined;
  newest = undefined;
  await closing?.then(({ thread }) => thread.terminate()).catch(() => undefined);
}

function linesOf({ blocks }: Tesseract.Page): PageLines {
  let index = 0;
  return (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .map(({ words }) =>
      words
        .filter(({ text, confidence }) => text.trim() !== '' && confidence >= 30)
        .map(({ text, confidence }) => ({ text, confidence: confidence / 100, index: index++ })),
    )
    .filter((line) => line.length > 0);
}

/**
 * The words of the printed English text in a picture, line by line. One worker thread reads all pictures in turn.
 * @throws the signal's reason when it is aborted before the text is read
 */
export async function readLines(picture: Picture, signal: AbortSignal): Promise<PageLines> {
  signal.throwIfAborted();
  const png = await prepare(picture);
  const turn = queue.then(async () => {
    signal.throwIfAborted();
    if (!newest?.png.equals(png)) newest = { png, lines: linesOf(await recognize(png)) };
    return newest.lines;
  });
  queue = turn.catch(() => undefined);
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    turn.then(resolve, reject);
  });
}
