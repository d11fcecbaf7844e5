import type { FileInput, MediaKind } from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { type Refusal, useCleared, useRefusal } from '../shared/refusal.tsx';
import { mediaFile } from './read-file.ts';

/** The part of a field's props that reading files needs. */
interface MediaFieldProps {
  readonly field: { readonly kind: MediaKind };
  readonly value: FileInput | undefined;
  onChange(value: FileInput | undefined): void;
}

/** Reading the files of a field. */
interface MediaField {
  readonly isReading: boolean;
  /** Why the last file was not taken; the one before stays. */
  readonly refusal: Refusal | undefined;
  /** Takes a file, if it is one for this field. */
  take(blob: Blob, name: string): void;
  refuse(error: unknown): void;
  remove(): void;
  /** Brings back what was removed last; undefined once there is something else. */
  readonly restore: (() => void) | undefined;
}

/** Takes files for a field; of several that are read at once the last one counts. */
export function useMediaField({ field, value, onChange }: MediaFieldProps): MediaField {
  const [refusal, refuse] = useRefusal(value);
  const [reading, setReading] = useState<object>();
  const [removed, setRemoved] = useState<FileInput>();
  useCleared(() => setRemoved(undefined));
  const current = useRef<{ work?: object | undefined; value: FileInput | undefined }>({ value });

  useEffect(() => {
    current.current.value = value;
  }, [value]);
  useEffect(() => () => void (current.current.work = undefined), []);

  function set(file: FileInput | undefined): void {
    refuse(undefined);
    setRemoved(undefined);
    onChange(file);
  }

  async function read(blob: Blob, fileName: string, before: FileInput | undefined): Promise<void> {
    const work = {};
    current.current.work = work;
    setReading(work);
    // Meanwhile the form may have been cleared or filled, or left.
    const isWanted = () => current.current.work === work && current.current.value === before;
    try {
      const file = await mediaFile(blob, fileName, field.kind);
      if (isWanted()) set(file);
    } catch (error) {
      if (isWanted()) refuse(error);
    } finally {
      setReading((now) => (now === work ? undefined : now));
    }
  }

  return {
    isReading: reading !== undefined,
    refusal,
    take: (blob, fileName) => void read(blob, fileName, value),
    refuse,
    remove: () => {
      set(undefined);
      setRemoved(value);
    },
    restore: removed && value === undefined ? () => set(removed) : undefined,
  };
}

/** A camera or microphone in the place of what a field holds. */
interface FieldDevice {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

/**
 * Opens a device in a field until it is closed, the form is cleared, or an example or anything else fills the field:
 * what a run would send is seen, and no device stays on behind it. The focus then goes back to the field's input.
 * @param value of the field now
 * @param inputId of the field's input
 */
export function useDevice(value: FileInput | undefined, inputId: string): FieldDevice {
  const [opened, setOpened] = useState<{ readonly beside: FileInput | undefined }>();
  const isOpen = opened !== undefined && opened.beside === value;
  // What fills the field and is taken back again opens nothing.
  if (opened !== undefined && !isOpen) setOpened(undefined);
  const close = () => setOpened(undefined);
  useCleared(close);
  useReturnedFocus(inputId, isOpen);
  return { isOpen, open: () => setOpened({ beside: value }), close };
}

/** Gives the focus to a field's input when what took its place for a while is gone, and the focus with it. */
function useReturnedFocus(id: string, isReplaced: boolean): void {
  const was = useRef(isReplaced);
  useEffect(() => {
    const hasEnded = was.current && !isReplaced;
    was.current = isReplaced;
    if (hasEnded && (document.activeElement ?? document.body) === document.body)
      document.getElementById(id)?.focus();
  }, [id, isReplaced]);
}
