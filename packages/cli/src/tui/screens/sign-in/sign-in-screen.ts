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
    commands: () => [
      {
        keys: ['enter', 'space'],
        label: 'choose',
        help: 'Sign in in the chosen way',
        run: () => wayNow()?.begin(),
      },
      ...ways.map(({ label, begin }, index) => ({
        keys: [String(index + 1)],
        label,
        isMinor: true,
        run() {
          chosen.to(label);
          begin();
        },
      })),
    ],
    onKey: (key) => chosen.onKey(key, names),
    draw({ columns, rows }) {
      const { theme, terminal } = picker;
      const { ellipsis } = symbolsOf(terminal);
      const at = chosen.index(names);
      const room = columns - theme.pointer.length;
      const menuLines = ways.map(({ label }, index) => {
        const text = truncate(`${index + 1} ${label}`, room, ellipsis);
        return index === at ? theme.accent(theme.pointer + text) : ' '.repeat(theme.pointer.length) + text;
      });
      const why = [...whyLines(picker, columns), ''].slice(0, Math.max(0, rows - ways.length));
      const about = ['', ...paragraph(wayNow()?.about ?? '', columns, theme.dim)];
      return { lines: [...why, ...menuLines, ...about] };
    },
  };
  return screen;
}
