import { readFileInput, type FileInput } from './files.ts';

/** Bytes. */
const CHUNK = 192 * 1024;

/** A file that several runs send. It is read once, when the first of them opens it, and kept in memory. */
export function shareFile(file: FileInput): FileInput {
  let content: Promise<Uint8Array> | undefined;
  const open = () => {
    let at = 0;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const bytes = await (content ??= readFileInput(file));
        controller.enqueue(bytes.subarray(at, (at += CHUNK)));
        if (at >= bytes.length) controller.close();
      },
    });
  };
  return file.isShared ? file : { ...file, isShared: true, open };
}
