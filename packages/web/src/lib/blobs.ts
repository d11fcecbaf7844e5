import type { FileInput } from '@tryout/engine';
import { useMemo, useSyncExternalStore } from 'react';

/** What the browser holds of files. */
const blobs = new WeakMap<FileInput, Blob>();

/** Remembers what a file was made from. */
export function rememberBlob(file: FileInput, blob: Blob): void {
  blobs.set(file, blob);
}

/** The bytes behind a file, for showing and for keeping it. */
export async function blobOf(file: FileInput): Promise<Blob> {
  const known = blobs.get(file);
  if (known) return known;
  const read = await new Response(file.open() as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  const typed = read.slice(0, read.size, file.contentType);
  blobs.set(file, typed);
  return typed;
}

/**
 * An address of a blob for `<img>` and `<audio>`, as long as the component is there. Never navigate to one (F29).
 * @returns undefined at the first drawing, and without a blob
 */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const held = useMemo(() => heldUrl(blob), [blob]);
  return useSyncExternalStore(held.subscribe, held.getSnapshot);
}

/** The address exists while somebody watches it: a drawing that React throws away leaves none behind. */
function heldUrl(blob: Blob | undefined) {
  let url: string | undefined;
  return {
    getSnapshot: () => url,
    subscribe() {
      url = blob && URL.createObjectURL(blob);
      return () => {
        if (url !== undefined) URL.revokeObjectURL(url);
        url = undefined;
      };
    },
  };
}

/** A browser has begun to read the file by then, in milliseconds. */
const KEPT_FOR = 60_000;

/** Has the browser save a file; goes nowhere (F29). */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}
