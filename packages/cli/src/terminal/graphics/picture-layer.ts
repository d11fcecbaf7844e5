/**
 * A picture that the terminal draws itself, over cells that are empty in the frame. It is shown only as a whole.
 */
export interface PlacedPicture {
  /** Its top left cell on the screen, from 0. */
  readonly row: number;
  readonly column: number;
  /** The cells that it covers. */
  readonly rows: number;
  readonly columns: number;
  /** The sequence that draws it at the cursor. */
  readonly draw: string;
  /** The sequence that removes it, where writing over its cells does not. */
  readonly erase?: string;
}

const SAVE_CURSOR = '\u001b7';
const RESTORE_CURSOR = '\u001b8';
/** What is in between is shown at once, where the terminal supports it (DEC mode 2026). */
const AT_ONCE = { on: '\u001b[?2026h', off: '\u001b[?2026l' };
/** Milliseconds after which Ink has written a frame that it has rendered. */
const FRAME_IS_WRITTEN = 2;
/** Milliseconds within which Ink renders what has changed; longer than a frame lasts (`maxFps`). */
const FRAME_IS_RENDERED = 20;

/**
 * The pictures that a terminal draws itself, over cells that Ink leaves empty. Ink is not aware of them: they are drawn
 * after its frames, and again after a frame that may have erased them.
 */
export interface PictureLayer {
  /** Shows a picture at its place on the screen from the next frame on. @param key tells it from others */
  place(key: object, picture: PlacedPicture): void;
  remove(key: object): void;
  /** Ink has rendered a frame, which it writes now. */
  onFrame(): void;
  /** The whole screen is written again, which may have erased pictures. */
  invalidate(): void;
  /** Removes all pictures. */
  clear(): void;
}

/** @param repaint writes the whole frame again, which erases pictures that have no sequence for that */
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
    timer ??= setTimeout(flush, FRAME_IS_RENDERED);
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
