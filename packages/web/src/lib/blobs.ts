import { useMemo, useSyncExternalStore } from 'react';

/** A file, or media from a result. */
export interface BlobSource {
  readonly contentType: string;
  open(): ReadableStream<Uint8Array>;
}

const blobs = new WeakMap<BlobSource, Blob>();

/** Remembers the blob that a file was made from. */
export function rememberBlob(source: BlobSource, blob: Blob): void {
  blobs.set(source, blob);
}

export async function toBlob(source: Blob | BlobSource): Promise<Blob> {
  if (source instanceof Blob) return source;
  const cachedBlob = blobs.get(source);
  if (cachedBlob) return cachedBlob;
  const headers = { 'content-type': source.contentType };
  const stream = source.open() as ReadableStream<Uint8Array<ArrayBuffer>>;
  const blob = await new Response(stream, { headers }).blob();
  blobs.set(source, blob);
  return blob;
}

/**
 * A URL of a blob for `<img>` and `<audio>` while the component is mounted. Never navigate to it.
 * @returns undefined in the first render, and without a blob
 */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const store = useMemo(() => createUrlStore(blob), [blob]);
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

/** Creates the URL on subscription, so that renders discarded by React leak nothing. */
function createUrlStore(blob: Blob | undefined) {
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

/** Milliseconds after which browsers have started to read the file. */
const REVOKE_AFTER = 60_000;

/** Downloads a file; navigates nowhere. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER);
}
