import { signInByBrowser } from '@tryout/engine/node';
import { openBrowser } from '../../../system/open-browser.ts';
import type { Picker } from '../../app/picker.ts';
import { copyAndTell } from '../../system/clipboard.ts';
import { moreBelow } from '../../panels/more-below.ts';
import { paragraph } from '../../panels/paragraph.ts';
import { scrolling } from '../../panels/scrolling.ts';
import type { Command, Screen } from '../screen.ts';
import { errorLines } from '../../panels/error-lines.ts';
import { finishSignIn } from './finish.ts';

const WORK = 'sign-in';

/** Signs in on a page of the hub in a browser on this machine; the address that is shown works too. */
export function browserScreen(picker: Picker, clientId: string, leave: () => void): Screen {
  const { theme, session, surroundings } = picker;
  const scroll = scrolling();
  let page: string | undefined;
  let isOpen = false;
  let error: unknown;

  async function signIn(signal: AbortSignal): Promise<void> {
    try {
      const asking = { connection: picker.connection(), clientId, signal };
      const result = await signInByBrowser(asking, {
        async onPage(url) {
          page = url;
          picker.redraw();
          await openPage();
        },
      });
      await finishSignIn(picker, leave, () => session.signInWith(result));
    } catch (failure) {
      if (!signal.aborted) error = failure;
    } finally {
      page = undefined;
      picker.redraw();
    }
  }

  async function openPage(): Promise<void> {
    if (page === undefined) return;
    isOpen = await openBrowser(page, surroundings.environment);
    picker.redraw();
  }

  function begin(): void {
    error = undefined;
    page = undefined;
    picker.work(WORK, signIn);
  }

  function commands(): readonly Command[] {
    const address = page;
    if (error !== undefined) return [{ keys: ['r'], label: 'try again', help: 'Begin anew', run: begin }];
    if (address === undefined) return [];
    return [
      {
        keys: ['c'],
        label: 'copy address',
        help: 'Copy the address of the page',
        run: () => copyAndTell(picker, address),
      },
      {
        keys: ['o'],
        label: 'open',
        help: 'Open the page in your browser again',
        run: () => picker.work('open-page', openPage),
      },
    ];
  }

  return {
    crumb: () => 'browser',
    commands: () => [...commands(), ...scroll.commands()],
    onShow() {
      if (page === undefined && error === undefined) begin();
    },
    onLeave: () => picker.endWork(WORK),
    draw({ columns, rows }) {
      if (error !== undefined) return { lines: errorLines(error, columns, theme) };
      if (page === undefined) return { lines: ['Asking the hub for its sign-in page'] };
      const lines = [
        ...paragraph(
          isOpen ? 'Go on in your browser, on this page:' : 'Open this page in a browser on this machine:',
          columns,
        ),
        ...addressLines(page, columns).map((line) => theme.accent(line)),
        '',
        ...paragraph('Waiting for you; Esc cancels.', columns, theme.dim),
      ];
      return { lines: moreBelow(scroll, lines, rows, picker) };
    },
  };
}

/** Addresses are broken anywhere, so that they fill their lines and can be marked as one. */
function addressLines(address: string, columns: number): string[] {
  return address.match(new RegExp(`.{1,${Math.max(1, columns)}}`, 'gu')) ?? [];
}
