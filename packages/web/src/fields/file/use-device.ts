import type { FileInput } from '@tryout/engine';
import { useState } from 'react';
import { useCleared } from '../shared/use-refusal.ts';
import { useReturnedFocus } from './use-returned-focus.ts';

/** A camera or microphone in the place of what a field holds. */
export interface FieldDevice {
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
