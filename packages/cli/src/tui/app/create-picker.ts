import { messageOf, type Connection, type Session } from '@tryout/engine';
import type { Surroundings } from '../../surroundings.ts';
import type { Terminal } from '../../terminal/index.ts';
import type { Screen } from '../screens/screen.ts';
import { themeFor } from '../theme/theme.ts';
import type { Notice } from './notices.ts';
import type { Picker, TerminalQuestions } from './picker.ts';
import type { Redraws } from './redraws.ts';
import { createWorks } from './works.ts';

/** How the picker ended. */
export type Ending = { readonly code: number } | { readonly switchTo: 'sandbox' };

interface PickerParts {
  readonly session: Session;
  readonly surroundings: Surroundings;
  readonly device: TerminalQuestions;
  readonly redraws: Redraws;
  readonly isSandbox: boolean;
  readonly isRead: boolean;
  readonly folder: string;
  readonly hubUrl: string;
  terminal(): Terminal;
  connection(): Connection;
  onEnd(ending: Ending): void;
}

/** The picker with what the app around it needs. */
export interface CreatedPicker {
  readonly picker: Picker;
  notice(): Notice | undefined;
  /** The notice was read: a key was pressed. */
  forgetNotice(): void;
  /** Ends all work beside the screens. */
  dispose(): void;
}

/** Makes the picker, with no screen yet. */
export function createPicker(parts: PickerParts): CreatedPicker {
  const { session, redraws, terminal, onEnd } = parts;
  const screens: Screen[] = [];
  let notice: Notice | undefined;
  const works = createWorks((error) => notify(messageOf(error), 'error'));
  const redraw = () => redraws.now();
  function notify(text: string, tone: Notice['tone'] = 'plain'): void {
    notice = { text, tone };
    redraw();
  }
  const theme = themeFor(terminal());
  const picker: Picker = {
    session,
    theme,
    surroundings: parts.surroundings,
    device: parts.device,
    screens,
    isSandbox: parts.isSandbox,
    isRead: parts.isRead,
    folder: parts.folder,
    hubUrl: parts.hubUrl,
    get terminal() {
      return terminal();
    },
    connection: parts.connection,
    open(screen) {
      screens.push(screen);
      screen.onShow?.();
      redraw();
    },
    back(from) {
      const index = from === undefined ? screens.length - 1 : screens.indexOf(from);
      if (index < 1) return;
      for (const left of screens.splice(index)) left.onLeave?.();
      screens.at(-1)?.onShow?.();
      redraw();
    },
    redraw,
    notify,
    work: works.begin,
    endWork: works.end,
    leave: (code) => onEnd({ code }),
    switchToSandbox: () => onEnd({ switchTo: 'sandbox' }),
  };
  return {
    picker,
    notice: () => notice,
    forgetNotice() {
      notice = undefined;
    },
    dispose: works.endAll,
  };
}
