import {
  InputError,
  decodeText,
  fileFromBlob,
  maxInputBytes,
  requireKind,
  SNIFF_BYTES,
  sniffContentType,
  tooLarge,
  type FileInput,
  type MediaKind,
} from '@tryout/engine';
import { useState, type RefObject } from 'react';
import { rememberBlob } from '../../lib/blobs.ts';
import { hasFiles, useListener } from '../../lib/hooks.ts';

interface FileTarget {
  /** Element around the input; files dropped into another input's box are ignored. */
  readonly box: RefObject<HTMLElement | null>;
  readonly disabled: boolean;
  onFile(file: File): void;
  onError(error: unknown): void;
  /** Receives text pasted outside of text inputs; returns whether it was accepted. */
  onText?: ((text: string) => boolean) | undefined;
}

/**
 * Accepts files dropped or pasted anywhere on the page, unless another input has handled them.
 * @returns whether a file is being dragged over the page
 */
export function useDroppedFiles({ box, disabled, onFile, onError, onText }: FileTarget): boolean {
  const [isOver, setIsOver] = useState(false);

  const isForInput = (event: Event) =>
    !disabled &&
    !event.defaultPrevented &&
    (!(event.target instanceof Element) ||
      box.current?.contains(event.target) ||
      !event.target.closest('[data-file-box]'));

  const handle = (event: Event, transfer: DataTransfer | null) => {
    try {
      const file = getFile(transfer);
      if (!file) return;
      event.preventDefault();
      onFile(file);
    } catch (error) {
      event.preventDefault();
      onError(error);
    }
  };

  useListener(document, 'dragover', (event) => {
    if (!hasFiles(event) || !isForInput(event)) return setIsOver(false);
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'copy';
    setIsOver(true);
  });
  useListener(document, 'dragleave', (event) => {
    if (event.relatedTarget === null) setIsOver(false);
  });
  useListener(document, 'drop', (event) => {
    setIsOver(false);
    if (hasFiles(event) && isForInput(event)) handle(event, event.dataTransfer);
  });
  useListener(document, 'paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // Some programs copy text together with an image of it.
    if (!isForInput(event) || (text !== '' && isTextInput(event.target))) return;
    if (event.clipboardData?.files.length) return handle(event, event.clipboardData);
    if (text !== '' && onText?.(text)) event.preventDefault();
  });

  return isOver && !disabled;
}

/** @throws InputError for folders and for several files */
function getFile(transfer: DataTransfer | null): File | undefined {
  const [file, ...others] = transfer?.files ?? [];
  const isFolder = [...(transfer?.items ?? [])].some(
    (item) => item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory,
  );
  if (file && isFolder) throw new InputError(`${file.name} is a folder`, { hint: 'Choose a file in it.' });
  if (others.length > 0)
    throw new InputError(`Cannot use ${others.length + 1} files at once`, { hint: 'Choose one file.' });
  return file;
}

function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, select, input:not([type=file], [type=checkbox], [type=radio])')
  );
}

/**
 * An image or audio file with the content type detected from its first bytes; the rest is not read.
 * @throws InputError for empty, too large, unreadable and other kinds of files
 */
export async function readMediaFile(blob: Blob, name: string, kind: MediaKind): Promise<FileInput> {
  checkSize(blob, name, maxInputBytes.media);
  const head = await readBytes(blob.slice(0, SNIFF_BYTES), name);
  const contentType = requireKind(kind, await sniffContentType(head), name);
  // Browsers derive the type from the name.
  const media = blob.slice(0, blob.size, contentType);
  const file = fileFromBlob(media, name, contentType);
  rememberBlob(file, media);
  return file;
}

/**
 * A text file in UTF-8, or in UTF-16 with a byte order mark.
 * @throws InputError
 */
export async function readTextFile(file: File): Promise<string> {
  return decodeText(await readFile(file, maxInputBytes.text), file.name);
}

/** @throws InputError for empty, too large and unreadable files */
export async function readFile(file: File, maxBytes: number): Promise<Uint8Array> {
  checkSize(file, file.name, maxBytes);
  return readBytes(file, file.name);
}

function checkSize(file: Blob, name: string, maxBytes: number): void {
  if (file.size === 0) throw new InputError(`${name} is empty`, { hint: 'Choose a file with content.' });
  if (file.size > maxBytes) throw tooLarge(name, maxBytes);
}

async function readBytes(blob: Blob, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    throw new InputError(`${name} cannot be read`, {
      hint: 'It may be a folder, or it was moved or changed. Choose it again.',
      cause,
    });
  }
}
