import { loadOAuth, type DeviceCode } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { copyAndTell } from '../../system/clipboard.ts';
import { moreBelow } from '../../panels/more-below.ts';
import { scrolling } from '../../panels/scrolling.ts';
import { openPage } from '../../system/open-page.ts';
import type { Command, Screen } from '../screen.ts';
import { deviceLines } from './device-lines.ts';
import { errorLines } from '../../panels/error-lines.ts';
import { finishSignIn } from './finish.ts';

const WORK = 'sign-in';
const SECOND = 1000;

/** Shows a code to confirm in a browser anywhere (RFC 8628), and waits for that. */
export function deviceScreen(picker: Picker, clientId: string, leave: () => void): Screen {
  const { theme, session } = picker;
  const scroll = scrolling();
  let code: DeviceCode | undefined;
  let end = 0;
  let error: unknown;
  let ticking: NodeJS.Timeout | undefined;

  async function signIn(signal: AbortSignal): Promise<void> {
    try {
      const { requestDeviceCode, waitForDevice } = await loadOAuth();
      const asking = { connection: picker.connection(), clientId, signal };
      code = await requestDeviceCode(asking);
      end = Date.now() + code.expiresIn * SECOND;
      tick();
      picker.redraw();
      const result = await waitForDevice(asking, code);
      await finishSignIn(picker, leave, () => session.signInWith(result));
    } catch (failure) {
      if (!signal.aborted) error = failure;
    } finally {
      stop();
      picker.redraw();
    }
  }

  /** A screen reader would read the whole screen every second. */
  function tick(): void {
    if (picker.isRead) return;
    clearInterval(ticking);
    ticking = setInterval(picker.redraw, SECOND);
    ticking.unref();
  }

  function stop(): void {
    clearInterval(ticking);
    code = undefined;
  }

  function begin(): void {
    error = undefined;
    picker.work(WORK, signIn);
  }

  function commands(): readonly Command[] {
    if (error !== undefined)
      return [{ keys: ['r'], label: 'new code', help: 'Ask for a new code', run: begin }];
    if (!code) return [];
    const { userCode, verificationUri, verificationUriComplete: whole = verificationUri } = code;
    const copy = (text: string) => () => copyAndTell(picker, text);
    return [
      { keys: ['c'], label: 'copy code', help: 'Copy the code', run: copy(userCode) },
      { keys: ['a'], label: 'copy address', help: 'Copy the address of the page', run: copy(whole) },
      {
        keys: ['o'],
        label: 'open here',
        help: 'Open the page in a browser on this machine',
        run: () => openPage(picker, whole),
      },
    ];
  }

  return {
    crumb: () => 'code',
    commands: () => [...commands(), ...scroll.commands()],
    onShow() {
      if (!code && error === undefined) begin();
    },
    onLeave() {
      picker.endWork(WORK);
      stop();
    },
    draw({ columns, rows }) {
      if (error !== undefined) return { lines: errorLines(error, columns, theme) };
      if (!code) return { lines: ['Asking the hub for a code'] };
      const left = Math.max(0, Math.ceil((end - Date.now()) / SECOND));
      const lines = deviceLines(code, left, { columns, rows }, picker);
      return { lines: moreBelow(scroll, lines, rows, picker) };
    },
  };
}
