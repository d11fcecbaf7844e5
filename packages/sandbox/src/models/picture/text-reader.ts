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

const maxSide = 2000;
const minConfidence = 30;

/** A gray PNG in a size that the reader can handle. */
async function prepare(picture: Picture): Promise<Buffer> {
  const { width, height } = picture;
  const side = Math.min(maxSide, 2 * Math.max(width, height));
  return (await toSharp(picture))
    .flatten({ background: '#ffffff' })
    .grayscale()
    .resize({ width: side, height: side, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Started with the first picture. */
let reader: Promise<Tesseract.Worker> | undefined;

/** Starts a worker thread, which reads all pictures in turn. */
async function startReader(): Promise<Tesseract.Worker> {
  // Resolved at run time: a bundle must not inline a library that starts a thread from its own files.
  const require = createRequire(import.meta.url);
  const tesseract = require('tesseract.js') as typeof Tesseract;
  const language = require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');
  const options = { langPath: dirname(language), cacheMethod: 'none', gzip: true };
  const worker = await tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, options);
  await worker.setParameters({
    tessedit_pageseg_mode: tesseract.PSM.SINGLE_COLUMN,
    // In the reader's own file system; otherwise it writes messages to standard error.
    debug_file: '/dev/null',
  });
  return worker;
}

/** The words of the printed English text in a picture, line by line. */
export async function readLines(picture: Picture): Promise<PageWord[][]> {
  const png = await prepare(picture);
  const worker = await (reader ??= startReader());
  const { worker: thread } = worker as Tesseract.Worker & { worker: Thread };
  // The thread keeps the process alive only while it reads.
  thread.ref();
  try {
    const { data } = await worker.recognize(png, {}, { blocks: true, text: false });
    let index = 0;
    return (data.blocks ?? [])
      .flatMap(({ paragraphs }) => paragraphs)
      .flatMap(({ lines }) => lines)
      .map(({ words }) =>
        words
          .filter(({ text, confidence }) => text.trim() !== '' && confidence >= minConfidence)
          .map(({ text, confidence }) => ({ text, confidence: confidence / 100, index: index++ })),
      )
      .filter((line) => line.length > 0);
  } finally {
    thread.unref();
  }
}
