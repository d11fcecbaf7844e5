import { symbolsOf, truncate } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import { menu } from '../../panels/menu.ts';
import { moreBelow } from '../../panels/more-below.ts';
import { scrolling } from '../../panels/scrolling.ts';
import type { Screen } from '../screen.ts';
import { accountActions, billingRows, type AccountRow } from './account-rows.ts';
import { signOut } from './sign-out.ts';
import { tokenOrigin } from './token-origin.ts';
import { otherOrganisations, whoLines } from './who-lines.ts';

/** Who is signed in, whom runs are billed to, and the ways out. */
export function accountScreen(picker: Picker): Screen {
  const { session, theme } = picker;
  const chosen = menu();
  const scroll = scrolling();
  let origin: string | undefined;
  let isAsking = false;
  let isAskedAgain = false;

  function rows(): readonly AccountRow[] {
    return [...billingRows(picker), ...accountActions(picker, isAskedAgain, askToSignOut)];
  }

  function askToSignOut(): void {
    if (isAskedAgain) {
      picker.back(screen);
      picker.work('sign-out', (signal) => signOut(picker, signal));
    }
    isAskedAgain = !isAskedAgain;
  }

  function choose(): void {
    const all = rows();
    all[chosen.index(namesOf(all))]?.choose();
  }

  /** Who it is may not have been known yet; the hub could not be asked, perhaps. */
  function refresh(): void {
    const { status } = session.getSnapshot().signIn;
    if (status !== 'signed-in' || isAsking) return;
    isAsking = true;
    picker.work('identity', async () => {
      await session.refreshIdentity();
      isAsking = false;
      picker.redraw();
    });
  }

  const screen: Screen = {
    crumb: () => 'account',
    isAccount: true,
    commands: () => {
      const all = rows();
      const isChoice = all[chosen.index(namesOf(all))]?.isOn !== undefined;
      return [
        {
          keys: ['enter', 'space'],
          label: isChoice ? 'bill to' : 'choose',
          help: 'Bill runs to this one, or do what the row says',
          run: choose,
        },
        { keys: ['r'], label: 'refresh', help: 'Ask the hub anew who you are', isMinor: true, run: refresh },
      ];
    },
    onKey(key) {
      isAskedAgain = false;
      return chosen.onKey(key, namesOf(rows()));
    },
    onBack() {
      const wasAsked = isAskedAgain;
      isAskedAgain = false;
      return wasAsked;
    },
    onShow() {
      isAskedAgain = false;
      if (session.getSnapshot().signIn.identity === undefined) refresh();
      picker.work('token-origin', async () => {
        origin = await tokenOrigin(picker);
        picker.redraw();
      });
    },
    draw({ columns, rows: height }) {
      const all = rows();
      const at = chosen.index(namesOf(all));
      const { ellipsis } = symbolsOf(picker.terminal);
      const drawn = all.map(({ label, isOn }, index) => {
        const mark = isOn === undefined ? '' : `${isOn ? theme.on : theme.off} `;
        const room = columns - theme.margin.length - mark.length;
        const text = mark + truncate(label, room, ellipsis);
        return index === at ? theme.accent(theme.pointer + text) : theme.margin + text;
      });
      const payers = all.filter(({ isOn }) => isOn !== undefined).length;
      const above = whoLines(picker, columns, { isAsking, ...(origin === undefined ? {} : { origin }) });
      const billing = payers === 0 ? [] : ['', theme.title('Bill to'), ...drawn.slice(0, payers)];
      const others = otherOrganisations(picker, columns);
      const lines = [...above, ...billing, ...others, '', ...drawn.slice(payers)];
      const focus = at < payers ? above.length + 2 + at : lines.length - all.length + at;
      return { lines: moreBelow(scroll, lines, height, picker, focus) };
    },
  };
  return screen;
}

function namesOf(rows: readonly AccountRow[]): readonly string[] {
  return rows.map(({ name }) => name);
}
