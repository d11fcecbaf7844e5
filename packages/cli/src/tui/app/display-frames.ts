import { withoutCursor } from '../display/cursor-mark.ts';
import type { Size } from '../display/size.ts';
import type { Painter } from '../display/painter.ts';
import type { Key } from '../keyboard/key.ts';
import { linesOf, type FrameParts } from './frame-parts.ts';
import type { InkFrames } from './ink-frames.tsx';

interface Display {
  readonly painter: Painter;
  readonly isRead: boolean;
  size(): Size;
  write(text: string): void;
  onFailure(error: unknown): void;
}

/** Shows frames. */
export interface FrameDisplay {
  show(parts: FrameParts): void;
  /** Gives a key to Ink's inputs; resolves when they have been drawn again. */
  press(key: Key): Promise<void>;
  resize(): void;
  stop(): void;
}

/** Milliseconds after the first frame: whoever leaves at once need not wait for Ink. */
const INK_AFTER = 50;

/**
 * Shows frames with Ink. Until it is loaded, which takes longer than all else, frames of lines are painted as they are:
 * nobody waits for the first one.
 * @param display the painter of frames; `onFailure` is told when Ink cannot draw a frame
 */
export function displayFrames({ painter, isRead, size, write, onFailure }: Display): FrameDisplay {
  let ink: InkFrames | undefined;
  let starting: Promise<InkFrames> | undefined;
  let newest: FrameParts | undefined;
  let isStopped = false;
  let later: NodeJS.Timeout | undefined;

  async function start(): Promise<InkFrames> {
    const { startInk } = await import('./ink-frames.tsx');
    const started = startInk({
      size: size(),
      isRead,
      // A screen reader reads what is written, line after line: Ink writes that itself.
      show: isRead ? (text) => write(withoutCursor(text)) : painter.show,
      place: painter.place,
    });
    ink = started;
    started.failed.catch(onFailure);
    if (isStopped) started.stop();
    else if (newest) started.draw(newest);
    return started;
  }

  function whenStarted(): Promise<InkFrames> {
    clearTimeout(later);
    if (!starting) {
      starting = start();
      starting.catch(onFailure);
    }
    return starting;
  }

  return {
    show(parts) {
      newest = parts;
      if (ink) return ink.draw(parts);
      if (isRead) return void whenStarted();
      later ??= setTimeout(whenStarted, INK_AFTER);
      painter.place(parts.pictures);
      painter.show(linesOf(parts).join('\n'));
    },
    press: async (key) => (await whenStarted()).press(key),
    resize: () => ink?.resize(size()),
    stop() {
      clearTimeout(later);
      isStopped = true;
      ink?.stop();
      // What is written next stands on a line of its own.
      if (isRead && ink) write('\n');
    },
  };
}
