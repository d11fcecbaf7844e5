import chalk from 'chalk';
import { render } from 'ink';
import { InkOutput } from '../display/ink-output.ts';
import type { Size } from '../display/size.ts';
import type { PlacedPicture } from '../display/placed-picture.ts';
import { InkInput } from '../keyboard/ink-input.ts';
import type { Key } from '../keyboard/key.ts';
import type { FrameParts } from './frame-parts.ts';
import { Frame } from './frame.tsx';

/** Where Ink's frames go. */
export interface InkTarget {
  readonly size: Size;
  /** Whether a screen reader reads what is written, line after line. */
  readonly isRead: boolean;
  /** Shows a whole frame; to a screen reader, writes what has changed. */
  show(text: string): void;
  place(pictures: readonly PlacedPicture[]): void;
}

/** Ink, which draws the frames that hold an input of its own, and all frames for a screen reader. */
export interface InkFrames {
  /** Rejects when a frame cannot be drawn. */
  readonly failed: Promise<unknown>;
  /** Draws a frame; undefined takes its inputs away. */
  draw(parts: FrameParts | undefined): void;
  /** Gives a key to Ink's inputs; resolves when they have been drawn again. */
  press(key: Key): Promise<void>;
  resize(size: Size): void;
  stop(): void;
}

/** Starts Ink, with nothing to draw yet. */
export function startInk({ size, isRead, show, place }: InkTarget): InkFrames {
  // ink-text-input marks its cursor by a style, which is no colour and is there without colours, too.
  chalk.level = 1;
  const output = new InkOutput(size, show);
  const input = new InkInput();
  const listeners = new Set<() => void>();
  let newest: FrameParts | undefined;
  const frames = {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    newest: () => newest,
  };
  const ink = render(<Frame frames={frames} place={place} />, {
    stdin: input as unknown as NodeJS.ReadStream,
    stdout: output as unknown as NodeJS.WriteStream,
    // Whole frames are given to the painter; to a screen reader Ink writes by itself.
    debug: !isRead,
    isScreenReaderEnabled: isRead,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return {
    failed: ink.waitUntilExit(),
    draw(parts) {
      if (parts === undefined && newest === undefined) return;
      newest = parts;
      for (const listener of [...listeners]) listener();
    },
    press: (key) => input.press(key),
    resize: (next) => output.resize(next),
    stop: () => ink.unmount(),
  };
}
