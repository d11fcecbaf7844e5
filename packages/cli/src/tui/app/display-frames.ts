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

/**
 * Shows frames: Ink draws those that hold an input of its own, and all of them for a screen reader; it is loaded for the
 * first of these, which is painted as lines until then. Frames of lines are painted as they are: laid out and composed
 * by Ink, a key in a list would cost ten times as much (`npm run bench picker-list`), and the first frame its loading.
 * @param display the painter of frames; `onFailure` is told when Ink cannot draw a frame
 */
export function displayFrames({ painter, isRead, size, write, onFailure }: Display): FrameDisplay {
  let ink: InkFrames | undefined;
  let starting: Promise<InkFrames> | undefined;
  let newest: FrameParts | undefined;
  let isStopped = false;

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
    else if (newest && isInks(newest)) started.draw(newest);
    return started;
  }

  function whenStarted(): Promise<InkFrames> {
    if (!starting) {
      starting = start();
      starting.catch(onFailure);
    }
    return starting;
  }

  const isInks = ({ part }: FrameParts) => isRead || part !== undefined;

  return {
    show(parts) {
      newest = parts;
      if (isInks(parts)) {
        if (ink) return ink.draw(parts);
        void whenStarted();
        if (isRead) return;
      }
      ink?.draw(undefined);
      painter.place(parts.pictures);
      painter.show(linesOf(parts).join('\n'));
    },
    press: async (key) => (await whenStarted()).press(key),
    resize: () => ink?.resize(size()),
    stop() {
      isStopped = true;
      ink?.stop();
      // What is written next stands on a line of its own.
      if (isRead && ink) write('\n');
    },
  };
}
