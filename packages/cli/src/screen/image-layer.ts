/** A terminal graphic over empty cells of the frame. It is only shown if it is entirely visible. */
export interface PlacedImage {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  /** The sequence that draws it at the cursor. */
  readonly draw: string;
  /** The sequence that removes it, if overwriting its cells does not. */
  readonly erase?: string;
}

const SAVE_CURSOR = '\u001b7';
const RESTORE_CURSOR = '\u001b8';
/** Synchronized output (DEC mode 2026). */
const AT_ONCE = { on: '\u001b[?2026h', off: '\u001b[?2026l' };
/** Milliseconds until Ink has written a rendered frame. */
const FRAME_IS_WRITTEN = 2;
/** Milliseconds until Ink has rendered a change; longer than a frame (`maxFps`). */
const FRAME_IS_RENDERED = 20;

export type ImageLayer = ReturnType<typeof createImageLayer>;

/**
 * Terminal graphics over cells that Ink leaves empty. Ink is not aware of them: they are drawn after its frames, and
 * again after a frame that may have erased them.
 * @param repaint rewrites the frame to erase images that have no erase sequence
 */
export function createImageLayer(write: (text: string) => void, repaint: () => void) {
  const images = new Set<PlacedImage>();
  const imagesOnScreen = new Set<PlacedImage>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const obsolete = [...imagesOnScreen].filter((image) => !images.has(image));
    if (obsolete.some(({ erase }) => erase === undefined)) {
      write(getErasure());
      imagesOnScreen.clear();
      repaint();
    } else {
      for (const image of obsolete) {
        write(image.erase ?? '');
        imagesOnScreen.delete(image);
      }
    }
    const missing = [...images].filter((image) => !imagesOnScreen.has(image));
    if (missing.length === 0) return;
    const sequences = missing.map(({ row, column, draw }) => `\u001b[${row + 1};${column + 1}H${draw}`);
    write(AT_ONCE.on + SAVE_CURSOR + sequences.join('') + RESTORE_CURSOR + AT_ONCE.off);
    for (const image of missing) imagesOnScreen.add(image);
  }

  const getErasure = () => [...imagesOnScreen].map(({ erase = '' }) => erase).join('');
  const soon = () => {
    timer ??= setTimeout(flush, FRAME_IS_RENDERED);
  };

  return {
    /** Shows an image from the next frame on. */
    place(image: PlacedImage): void {
      images.add(image);
      soon();
    },
    remove(image: PlacedImage): void {
      images.delete(image);
      soon();
    },
    /** Must be called when Ink has rendered a frame. */
    onFrame(): void {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(flush, FRAME_IS_WRITTEN);
    },
    /** Must be called when the screen is rewritten, which may erase images. */
    invalidate(): void {
      write(getErasure());
      imagesOnScreen.clear();
      if (images.size > 0) soon();
    },
    clear(): void {
      clearTimeout(timer);
      write(getErasure());
      images.clear();
      imagesOnScreen.clear();
    },
  };
}
