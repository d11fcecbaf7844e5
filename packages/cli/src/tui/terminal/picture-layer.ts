import type { PlacedPicture } from '../../terminal/graphics/placed-picture.ts';

const SAVE_CURSOR = '\u001b7';
const RESTORE_CURSOR = '\u001b8';
/** What stands between is shown at once, where the terminal can (DEC mode 2026). */
const AT_ONCE = { on: '\u001b[?2026h', off: '\u001b[?2026l' };
/** Milliseconds in which Ink has written the frame that it has rendered. */
const FRAME_IS_WRITTEN = 2;

/**
 * The pictures that a terminal draws itself, over cells that Ink leaves empty. Ink does not know of them: they are drawn
 * after its frames, and again where a frame may have wiped them.
 */
export interface PictureLayer {
  /** Shows a picture at its place on the screen from the next frame on. @param key tells it from others */
  place(key: object, picture: PlacedPicture): void;
  remove(key: object): void;
  /** Ink has rendered a frame, which it writes now. */
  onFrame(): void;
  /** All was written anew: nothing is known of pictures that stood there. */
  invalidate(): void;
  /** Takes all pictures away. */
  clear(): void;
}

/** @param repaint writes the whole frame anew, which wipes pictures that have no other way to go */
export function createPictureLayer(write: (text: string) => void, repaint: () => void): PictureLayer {
  const wanted = new Map<object, PlacedPicture>();
  const drawn = new Map<object, PlacedPicture>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const gone = [...drawn].filter(([key, picture]) => wanted.get(key) !== picture);
    if (gone.some(([, { erase }]) => erase === undefined)) {
      write(erased());
      drawn.clear();
      repaint();
    } else {
      for (const [key, { erase = '' }] of gone) {
        write(erase);
        drawn.delete(key);
      }
    }
    const missing = [...wanted].filter(([key]) => !drawn.has(key));
    if (missing.length === 0) return;
    const pictures = missing.map(([, { row, column, draw }]) => `\u001b[${row + 1};${column + 1}H${draw}`);
    write(AT_ONCE.on + SAVE_CURSOR + pictures.join('') + RESTORE_CURSOR + AT_ONCE.off);
    for (const [key, picture] of missing) drawn.set(key, picture);
  }

  const erased = () => [...drawn.values()].map(({ erase = '' }) => erase).join('');
  const soon = () => {
    timer ??= setTimeout(flush, FRAME_IS_WRITTEN);
  };

  return {
    place(key, picture) {
      wanted.set(key, picture);
      soon();
    },
    remove(key) {
      wanted.delete(key);
      soon();
    },
    onFrame() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(flush, FRAME_IS_WRITTEN);
    },
    invalidate() {
      write(erased());
      drawn.clear();
      if (wanted.size > 0) soon();
    },
    clear() {
      clearTimeout(timer);
      write(erased());
      wanted.clear();
      drawn.clear();
    },
  };
}
