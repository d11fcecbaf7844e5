import { checkAccessToken, identify, isFailure, tokenPageOf } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { paragraph } from '../../panels/paragraph.ts';
import type { InkPart } from '../ink-part.ts';
import { openPage } from '../../system/open-page.ts';
import type { Screen } from '../screen.ts';
import { finishSignIn } from './finish.ts';
import { errorLines } from '../../panels/error-lines.ts';

const WORK = 'sign-in';
const LABEL = 'Access token: ';

/** Takes a token that is pasted or typed; no character of it is ever shown. */
export function tokenScreen(picker: Picker, leave: () => void): Screen {
  const { theme, session, hubUrl, isSandbox } = picker;
  const page = tokenPageOf(hubUrl);
  let typed = '';
  let error: unknown;
  let isAsking = false;

  /** The hub is asked before anything is kept; what it cannot answer just now is no reason to refuse the token. */
  async function signIn(signal: AbortSignal): Promise<void> {
    try {
      const token = checkAccessToken(typed, hubUrl);
      let isUnsure = false;
      await identify({ ...picker.connection(), token, renewal: undefined }, signal).catch(
        (failure: unknown) => {
          if (!isFailure(failure) || failure.outcome === 'refused' || signal.aborted) throw failure;
          isUnsure = true;
        },
      );
      await finishSignIn(picker, leave, () => session.signIn(token));
      if (isUnsure)
        picker.notify(`The token is kept, but ${new URL(hubUrl).host} could not say just now whose it is.`);
      typed = '';
    } catch (failure) {
      if (!signal.aborted) error = failure;
    } finally {
      isAsking = false;
      picker.redraw();
    }
  }

  function submit(): void {
    if (isAsking || typed.trim() === '') return;
    error = undefined;
    isAsking = true;
    picker.work(WORK, signIn);
  }

  return {
    crumb: () => 'token',
    takesText: () => true,
    commands: () => [
      { keys: ['enter'], label: 'sign in', help: 'Sign in with this token' },
      {
        keys: ['ctrl+o'],
        label: 'open page',
        help: 'Open the page to make a token on',
        run: () => openPage(picker, page),
      },
      {
        keys: ['ctrl+l'],
        label: 'clear',
        help: 'Clear the box',
        isMinor: true,
        run() {
          typed = '';
        },
      },
    ],
    usesInk: () => (isAsking ? undefined : 'line'),
    onBack() {
      if (!isAsking) return false;
      picker.endWork(WORK);
      isAsking = false;
      return true;
    },
    onLeave() {
      picker.endWork(WORK);
      typed = '';
    },
    draw({ columns, rows }) {
      const part: InkPart = {
        kind: 'line',
        id: 'token',
        label: theme.title(LABEL),
        labelColumns: LABEL.length,
        text: typed,
        mask: '*',
        onChange(text) {
          typed = text;
          error = undefined;
          picker.redraw();
        },
        onSubmit: submit,
      };
      const state = isAsking
        ? [theme.dim('Asking the hub whose it is')]
        : errorLines(error, columns, theme, page);
      const where = isSandbox
        ? paragraph('The sandbox takes any token that starts with hf_.', columns)
        : [
            ...paragraph('Make a token on this page, then paste it here:', columns),
            ...paragraph(page, columns, theme.accent),
          ];
      const isRoomy = where.length + 2 + state.length <= rows;
      return isRoomy
        ? { lines: [...where, ''], part, after: state }
        : { lines: [], part, after: [...state, ...where] };
    },
  };
}
