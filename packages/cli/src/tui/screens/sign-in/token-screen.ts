import { checkAccessToken, identify, isFailure, tokenPageOf } from '@tryout/engine';
import { openBrowser } from '../../../sign-in/open-browser.ts';
import type { Picker } from '../../app/picker.ts';
import { paragraph } from '../../panels/paragraph.ts';
import { createEditor } from '../../text-editing/editor.ts';
import type { Screen } from '../screen.ts';
import { finishSignIn } from './finish.ts';
import { errorLines } from '../../panels/error-lines.ts';

const WORK = 'sign-in';
const LABEL = 'Access token: ';

/** Takes a token that is pasted or typed; no character of it is ever shown. */
export function tokenScreen(picker: Picker, leave: () => void): Screen {
  const { theme, session, hubUrl, isSandbox } = picker;
  const page = tokenPageOf(hubUrl);
  const editor = createEditor({ theme, mask: '*' });
  let error: unknown;
  let isAsking = false;

  /** The hub is asked before anything is kept; what it cannot answer just now is no reason to refuse the token. */
  async function signIn(signal: AbortSignal): Promise<void> {
    try {
      const token = checkAccessToken(editor.text, hubUrl);
      await identify({ ...picker.connection(), token, renewal: undefined }, signal).catch(
        (failure: unknown) => {
          if (!isFailure(failure) || failure.outcome === 'refused' || signal.aborted) throw failure;
        },
      );
      await finishSignIn(picker, leave, () => session.signIn(token));
      editor.setText('');
    } catch (failure) {
      if (!signal.aborted) error = failure;
    } finally {
      isAsking = false;
      picker.redraw();
    }
  }

  function submit(): void {
    if (isAsking || editor.text.trim() === '') return;
    error = undefined;
    isAsking = true;
    picker.work(WORK, signIn);
  }

  return {
    crumb: () => 'token',
    takesText: () => true,
    commands: () => [
      {
        keys: ['enter', 'ctrl+j'],
        label: 'sign in',
        help: 'Sign in with this token',
        run: submit,
      },
      {
        keys: ['ctrl+o'],
        label: 'open page',
        help: 'Open the page to make a token on',
        run: () => picker.work('open-page', () => showPage(picker, page)),
      },
      {
        keys: ['ctrl+l'],
        label: 'clear',
        help: 'Clear the box',
        isMinor: true,
        run: () => editor.setText(''),
      },
    ],
    onKey(key) {
      if (isAsking || !editor.onKey(key)) return false;
      error = undefined;
      return true;
    },
    onBack() {
      if (!isAsking) return false;
      picker.endWork(WORK);
      isAsking = false;
      return true;
    },
    onLeave() {
      picker.endWork(WORK);
      editor.setText('');
    },
    draw({ columns, rows }) {
      const room = Math.max(4, columns - LABEL.length);
      const [typed = ''] = editor.draw({ columns: room, rows: 1 }, { isFocused: true, placeholder: 'hf_' });
      const box = theme.title(LABEL) + typed;
      const state = isAsking
        ? [theme.dim('Asking the hub whose it is')]
        : errorLines(error, columns, theme, page);
      const where = isSandbox
        ? paragraph('The sandbox takes any token that starts with hf_.', columns)
        : [
            ...paragraph('Make a token on this page, then paste it here:', columns),
            ...paragraph(page, columns, theme.accent),
          ];
      const all = [...where, '', box, ...state];
      return { lines: all.length > rows ? [box, ...state, ...where] : all };
    },
  };
}

async function showPage(picker: Picker, page: string): Promise<void> {
  const isOpen = await openBrowser(page, picker.surroundings.environment);
  picker.notify(isOpen ? 'The page is open in your browser.' : `No browser could be opened: ${page}`);
}
