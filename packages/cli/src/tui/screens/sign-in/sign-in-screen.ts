import { symbolsOf, truncate } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import { menu } from '../../panels/menu.ts';
import { paragraph } from '../../panels/paragraph.ts';
import type { Screen } from '../screen.ts';
import { waysOf } from './ways.ts';
import { whyLines } from './why-lines.ts';

/** Asks how to sign in; whoever is signed in already may do so as someone else. It closes when someone has. */
export function signInScreen(picker: Picker): Screen {
  const leave = () => picker.back(screen);
  const ways = waysOf(picker, leave);
  const chosen = menu();
  const names = ways.map(({ label }) => label);
  const wayNow = () => ways[chosen.index(names)];
  const screen: Screen = {
    crumb: () => 'sign in',
    usesInk: () => 'menu',
    isGate: () => picker.session.getSnapshot().signIn.status === 'signed-out',
    commands: () => [
      { keys: ['enter'], label: 'choose', help: 'Sign in in the chosen way; its number does so at once' },
      { keys: ['space'], label: 'choose', isMinor: true, run: () => wayNow()?.begin() },
    ],
    draw({ columns, rows }) {
      const { theme, terminal } = picker;
      const room = columns - theme.margin.length;
      const why = [...whyLines(picker, columns), ''].slice(0, Math.max(0, rows - ways.length));
      const menuRows = names.map((name, index) => {
        const text = truncate(`${index + 1} ${name}`, room, symbolsOf(terminal).ellipsis);
        return {
          name,
          plain: theme.margin + text,
          chosen: theme.accent(theme.pointer + text),
        };
      });
      return {
        lines: why,
        part: {
          kind: 'menu',
          id: 'ways',
          rows: menuRows,
          chosen: chosen.index(names),
          onMove(index) {
            chosen.to(names[index]!);
            picker.redraw();
          },
          onChoose(index) {
            chosen.to(names[index]!);
            ways[index]!.begin();
          },
        },
        after: ['', ...paragraph(wayNow()?.about ?? '', columns, theme.dim)],
      };
    },
  };
  return screen;
}
