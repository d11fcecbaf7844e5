import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker as Thread } from 'node:worker_threads';
import type * as Tesseract from 'tesseract.js';
import { toSharp, type Image } from '../../media/image.ts';
import { defineModel } from '../../define-model.ts';

/** A word on a page. */
export interface PageWord {
  text: string;
  /** 0 to 1. */
  confidence: number;
  /** Position among all words of the page. */
  index: number;
}

const maxSide = 2000;
const minConfidence = 30;

/** A gray PNG in a size that the reader can handle. */
async function prepare(image: Image): Promise<Buffer> {
  const { width, height } = image;
  const side = Math.min(maxSide, 2 * Math.max(width, height));
  return (await toSharp(image))
    .flatten({ background: '#ffffff' })
    .grayscale()
    .resize({ width: side, height: side, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

interface Reader {
  worker: Tesseract.Worker;
  thread: Thread;
  /** Rejected when the thread ends. */
  failure: Promise<never>;
}

/** Started with the first image; undefined after a failure. */
let reader: Promise<Reader> | undefined;

/** The folder of the thread and the language in the built program; undefined when the sources run. */
declare const TRYOUT_TEXT_READER: string | undefined;

function ownFiles() {
  if (typeof TRYOUT_TEXT_READER === 'undefined') {
    const { resolve } = createRequire(import.meta.url);
    return { langPath: dirname(resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz')) };
  }
  const langPath = fileURLToPath(new URL(TRYOUT_TEXT_READER, import.meta.url));
  return { langPath, workerPath: join(langPath, 'worker.cjs') };
}

async function startReader(): Promise<Reader> {
  const { default: tesseract } = await import('tesseract.js');
  const worker = await new Promise<Tesseract.Worker>((resolve, reject) => {
    // Without a handler the library throws outside of its promise, which then never settles.
    const errorHandler = (reason: unknown) => reject(new Error(`The text reader failed: ${String(reason)}`));
    const options = { ...ownFiles(), cacheMethod: 'none', gzip: true, errorHandler };
    tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, options).then(resolve, reject);
  });
  const { worker: thread } = worker as Tesseract.Worker & { worker: Thread };
  const failure = new Promise<never>((_, reject) => {
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The text reader ended.')));
  });
  failure.catch(() => (reader = undefined));
  await worker.setParameters({
    tessedit_pageseg_mode: tesseract.PSM.SINGLE_COLUMN,
    // In the reader's own file system; otherwise it writes messages to standard error.
    debug_file: '/dev/null',
  });
  thread.unref();
  return { worker, thread, failure };
}

/** Reads a page, until the thread ends or `abort` is rejected. */
async function recognize(png: Buffer, abort: Promise<never>): Promise<Tesseract.Page> {
  reader ??= startReader().catch((error: unknown) => {
    reader = undefined;
    throw error;
  });
  const { worker, thread, failure } = await Promise.race([reader, abort]);
  // The thread keeps the process alive only while it reads.
  thread.ref();
  try {
    const recognition = worker.recognize(png, {}, { blocks: true, text: false });
    return (await Promise.race([recognition, failure, abort])).data;
  } finally {
    thread.unref();
  }
}

/**
 * The words of the printed English text in an image, line by line.
 * @throws the signal's reason when it is aborted before the text is read
 */
export async function readLines(image: Image, signal: AbortSignal): Promise<PageWord[][]> {
  const png = await prepare(image);
  signal.throwIfAborted();
  const abort = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const { blocks } = await recognize(png, abort);
  let index = 0;
  return (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .map(({ words }) =>
      words
        .filter(({ text, confidence }) => text.trim() !== '' && confidence >= minConfidence)
        .map(({ text, confidence }) => ({ text, confidence: confidence / 100, index: index++ })),
    )
    .filter((line) => line.length > 0);
}

export const pageReader = defineModel({
  id: 'sandbox/page-ocr',
  task: 'image-to-text',
  library: 'tesseract.js',
  tags: ['ocr'],
  card: `
Reads printed English text, line by line.

Tesseract 5 reads it on this machine. Handwriting, other alphabets and text on photos are read badly or not at all; the answer is then
empty.
`,
  examples: [
    { example_title: 'A notice', src: 'notice.png' },
    { example_title: 'An invoice', src: 'invoice.png' },
  ],
  async answer(image, _parameters, signal) {
    const lines = await readLines(image, signal);
    return { generated_text: lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n') };
  },
});
