import { InputError } from '../errors/index.ts';

/** A user's file, created by a front end. The engine reads it only when it is sent. */
export interface FileInput {
  /** Base name, for example `photo.jpg`. */
  readonly name: string;
  /** The path as typed. */
  readonly path?: string;
  /** The URL it was downloaded from. */
  readonly url?: string;
  /** Bytes. */
  readonly size: number;
  /** Media type detected from the first bytes, for example `image/jpeg`. */
  readonly contentType: string;
  /**
   * Reads the file from its beginning.
   * @throws InputError (through the stream) if the file changed or can no longer be read
   */
  open(): ReadableStream<Uint8Array>;
}

export async function readFileInput(file: FileInput): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await new Response(file.open() as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
  );
}

/** A file in memory or in the browser, which refuses to read a file that changed on disk. */
export function fileFromBlob(blob: Blob, name: string, contentType = blob.type): FileInput {
  return { name, size: blob.size, contentType, open: () => toStream(blob, name) };
}

function toStream(blob: Blob, name: string): ReadableStream<Uint8Array> {
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

export function isFileInput(value: unknown): value is FileInput {
  if (typeof value !== 'object' || value === null) return false;
  return 'open' in value && typeof value.open === 'function';
}
