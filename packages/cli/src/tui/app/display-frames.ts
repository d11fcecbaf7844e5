import type { Size } from '../display/ink-output.ts';
import { CURSOR_MARK, type Painter } from '../display/painter.ts';
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

/** Shows frames: those of lines as they are; Ink is loaded for the first one that needs it. */
export interface FrameDisplay {
  show(parts: FrameParts): void;
  /** Gives a key to Ink's inputs, once they are there. */
  press(key: Key): void;
  resize(): void;
  stop(): void;
}

/** @param display the painter of frames; `onFailure` is told when Ink cannot draw an element */
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
      show: isRead ? (text) => write(withoutMarks(text)) : painter.show,
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

  const isInks = (parts: FrameParts) => isRead || parts.element !== undefined;

  return {
    show(parts) {
      newest = parts;
      if (isInks(parts)) {
        if (ink) ink.draw(parts);
        else void whenStarted();
        return;
      }
      ink?.draw(undefined);
      painter.place(parts.pictures);
      painter.show(linesOf(parts).join('\n'));
    },
    press: (key) => void whenStarted().then((started) => started.press(key)),
    resize: () => ink?.resize(size()),
    stop() {
      isStopped = true;
      ink?.stop();
      // What is written next begins a line of its own.
      if (ink && isRead) write('\n');
    },
  };
}

function withoutMarks(text: string): string {
  return text.replaceAll(CURSOR_MARK.open, '').replaceAll(CURSOR_MARK.close, '');
}
