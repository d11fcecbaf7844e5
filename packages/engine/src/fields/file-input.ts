import { InputError } from '../errors/index.ts';

/**
 * A file that a person gave, from a disk or a browser, described without being read. Front ends make these; the engine
 * opens them when it sends them.
 */
export interface FileInput {
  /** Base name, for example `photo.jpg`. */
  readonly name: string;
  /** The person's own path as typed, where there is one. */
  readonly path?: string;
  /** Where it was downloaded from, where it was. */
  readonly url?: string;
  /** Bytes. */
  readonly size: number;
  /** Media type decided from the first bytes, for example `image/jpeg`. */
  readonly contentType: string;
  /**
   * Opens the file from its beginning; every call reads it again.
   * @throws InputError (through the stream) when the file has changed or cannot be read any more.
   */
  open(): ReadableStream<Uint8Array>;
}

/** Reads a small file. */
export async function readFileInput(file: FileInput): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await new Response(file.open() as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
  );
}

/** A file held in memory or by the browser, which refuses to read one that has changed on the disk since. */
export function fileFromBlob(blob: Blob, name: string, contentType = blob.type): FileInput {
  return { name, size: blob.size, contentType, open: () => streamOf(blob, name) };
}

function streamOf(blob: Blob, name: string): ReadableStream<Uint8Array> {
  const reader = blob.stream().getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new InputError(`${name} changed after it was chosen, or cannot be read`, {
          hint: 'Choose it again.',
          cause,
        });
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Whether a field's value is a file rather than what was read from one. */
export function isFileInput(value: unknown): value is FileInput {
  if (typeof value !== 'object' || value === null) return false;
  return 'open' in value && typeof value.open === 'function';
}
