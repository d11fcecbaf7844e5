import type { FileInput, MediaKind } from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import type { Refusal } from '../shared/refusal.ts';
import { useCleared, useRefusal } from '../shared/use-refusal.ts';
import { mediaFile } from './media-file.ts';

/** The part of a field's props that reading files needs. */
export interface MediaFieldProps {
  readonly field: { readonly kind: MediaKind };
  readonly value: FileInput | undefined;
  onChange(value: FileInput | undefined): void;
}

/** Reading the files of a field. */
export interface MediaField {
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
