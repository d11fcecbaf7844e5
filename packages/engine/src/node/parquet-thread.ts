import { Worker } from 'node:worker_threads';
import { readParquet, type ParquetDecoder, type RandomAccessFile } from '../batch/index.ts';

const MAX_HEAP_MEGABYTES = 2048;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
const MAX_BYTES = 4 * 1024 ** 3;
/** Milliseconds between looks at the memory. */
const INTERVAL = 200;

interface ThreadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Of decoding without a part of the file. */
  readonly maxSeconds: number;
  /** By which the process may grow: limits of threads do not count buffers. */
  readonly maxBytes?: number;
}

/**
 * The rows of a Parquet file, decoded in a thread that ends with the signal.
 * @throws what `readParquet` throws, and InputError for rows that take too much time or memory
 */
export async function* readParquetInThread(
  file: RandomAccessFile,
  name: string,
  options: ThreadOptions,
): ReturnType<typeof readParquet> {
  let close: (() => Promise<void>) | undefined;
  const openDecoder = (checked: RandomAccessFile) => {
    const thread = openThread(checked, options);
    close = thread.close;
    return thread.decoder;
  };
  try {
    yield* readParquet(file, name, openDecoder);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    await close?.();
  }
}

interface Answer {
  readonly value?: unknown;
  readonly error?: Error;
  /** The number of a part of the file that is needed. */
  readonly slice?: number;
  readonly start: number;
  readonly end?: number;
}

function openThread(file: RandomAccessFile, { signal, maxSeconds, maxBytes = MAX_BYTES }: ThreadOptions) {
  const thread = new Worker(new URL('./parquet-thread.mjs', import.meta.url), {
    workerData: file.byteLength,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
    execArgv: [],
  });
  let done: (value: never) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let slices = 0;
  const onTimeout = () => fail(new Error(`decoding takes longer than ${maxSeconds} s`));
  /** Reading the file has its own deadlines. */
  const watch = () => {
    clearTimeout(timer);
    timer = slices > 0 ? undefined : setTimeout(onTimeout, maxSeconds * 1000);
  };
  const before = process.memoryUsage.rss();
  const tooMuch = () => new Error('decoding takes too much memory');
  const checkMemory = () => process.memoryUsage.rss() - before > maxBytes && fail(tooMuch());
  const memoryTimer = setInterval(checkMemory, INTERVAL);
  const onAbort = () => fail(signal!.reason as Error);
  signal?.addEventListener('abort', onAbort);
  thread.on('message', ({ value, error, slice, start, end }: Answer) => {
    if (error) return fail(error);
    if (slice === undefined) return done(value as never);
    slices += 1;
    watch();
    file.slice(start, end).then((content) => {
      slices -= 1;
      watch();
      thread.postMessage({ slice, content }, [content]);
    }, fail);
  });
  thread.on('error', (error: NodeJS.ErrnoException) => {
    fail(error.code === OUT_OF_MEMORY ? tooMuch() : error);
  });
  const call = <Value>(method: string, options?: object) =>
    new Promise<Value>((resolve, reject) => {
      signal?.throwIfAborted();
      [done, fail] = [resolve, reject];
      watch();
      thread.postMessage({ method, options });
    }).finally(() => clearTimeout(timer));
  const decoder: ParquetDecoder = {
    readMetadata: () => call('readMetadata'),
    async *readRows(options) {
      type Rows = readonly Readonly<Record<string, unknown>>[];
      for (let rows = await call<Rows>('readRows', options); rows.length > 0; rows = await call('nextRows'))
        yield rows;
    },
  };
  async function close(): Promise<void> {
    signal?.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    clearInterval(memoryTimer);
    slices = Infinity;
    await thread.terminate();
  }
  return { decoder, close };
}
