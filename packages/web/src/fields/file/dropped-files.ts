import { InputError } from '@tryout/engine';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Who takes what is dropped and pasted, and when. */
interface BroughtFiles {
  /** Around the input; a file dropped into another input's box is not taken. */
  readonly box: RefObject<HTMLElement | null>;
  readonly disabled: boolean;
  onFile(file: File): void;
  /** Told why what was brought is no file that can be taken. */
  onRefused(error: unknown): void;
  /** Takes a text pasted where nothing else takes it. @returns whether it was taken */
  onText?(text: string): boolean;
}

/**
 * Takes files that are dropped or pasted anywhere on the page and that nothing else there has taken.
 * @returns whether a file is being dragged over the page
 */
export function useBroughtFiles({ box, disabled, onFile, onRefused, onText }: BroughtFiles): boolean {
  const [isOver, setIsOver] = useState(false);

  const isOurs = (event: Event) =>
    !disabled &&
    !event.defaultPrevented &&
    (!(event.target instanceof Element) ||
      box.current?.contains(event.target) ||
      !event.target.closest('[data-file-box]'));

  const take = (event: Event, transfer: DataTransfer | null) => {
    try {
      const file = fileIn(transfer);
      if (!file) return;
      event.preventDefault();
      onFile(file);
    } catch (error) {
      event.preventDefault();
      onRefused(error);
    }
  };

  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!bringsFiles(event) || !isOurs(event)) return setIsOver(false);
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'copy';
    setIsOver(true);
  });
  const onLeave = useEffectEvent((event: DragEvent) => {
    if (event.relatedTarget === null) setIsOver(false);
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    if (bringsFiles(event) && isOurs(event)) take(event, event.dataTransfer);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // A text goes where it is pasted, also where a picture of it comes with it.
    if (!isOurs(event) || (text !== '' && isEditable(event.target))) return;
    if (event.clipboardData?.files.length) return take(event, event.clipboardData);
    if (text !== '' && onText?.(text)) event.preventDefault();
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('dragover', onDrag, { signal });
    document.addEventListener('dragleave', onLeave, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener('paste', onPaste, { signal });
    return () => stop.abort();
  }, []);

  return isOver && !disabled;
}

/** Whether a drag brings files. */
function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/**
 * The file of a drop or a paste; undefined where there is none.
 * @throws InputError for a folder, and for several files: which one is meant is the person's to say
 */
function fileIn(transfer: DataTransfer | null): File | undefined {
  const [file, ...others] = transfer?.files ?? [];
  const isFolder = [...(transfer?.items ?? [])].some(
    (item) => item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory,
  );
  if (file && isFolder) throw new InputError(`${file.name} is a folder`, { hint: 'Choose a file in it.' });
  if (others.length > 0)
    throw new InputError(`These are ${others.length + 1} files`, { hint: 'Give one at a time.' });
  return file;
}

/** Whether what is typed or pasted at a place goes into a text there. */
function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, select, input:not([type=file], [type=checkbox], [type=radio])')
  );
}
