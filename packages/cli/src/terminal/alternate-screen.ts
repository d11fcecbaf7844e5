const ALTERNATE_SCREEN = { on: '\u001b[?1049h', off: '\u001b[?1049l' };
/** Lines that are wider than a terminal thinks do not spill into the next. */
const WRAPPING = { on: '\u001b[?7h', off: '\u001b[?7l' };
const CURSOR = { on: '\u001b[?25h', off: '\u001b[?25l' };
/** Pasted text comes between two marks, so that it is no typing (XTerm, bracketed paste mode). */
const PASTE_MARKS = { on: '\u001b[?2004h', off: '\u001b[?2004l' };
const TO_TOP = '\u001b[H';
const RESET_STYLE = '\u001b[0m';

/** The screen of a terminal that full-screen apps have for themselves. */
export interface AlternateScreen {
  /** Takes it; what stood on the main screen comes back at the end. */
  enter(): void;
  /** Gives it back. May be called twice. */
  leave(): void;
}

/** @param isRead for a screen reader the main screen stays, and lines are written one after the other */
export function alternateScreen(output: Pick<NodeJS.WriteStream, 'write'>, isRead: boolean): AlternateScreen {
  let isEntered = false;
  return {
    enter() {
      if (isEntered) return;
      isEntered = true;
      output.write(
        isRead ? PASTE_MARKS.on : ALTERNATE_SCREEN.on + TO_TOP + WRAPPING.off + CURSOR.off + PASTE_MARKS.on,
      );
    },
    leave() {
      if (!isEntered) return;
      isEntered = false;
      output.write(
        isRead
          ? PASTE_MARKS.off
          : RESET_STYLE + WRAPPING.on + ALTERNATE_SCREEN.off + CURSOR.on + PASTE_MARKS.off,
      );
    },
  };
}
