import type { Picker } from '../../app/picker.ts';
import { keysScreen } from '../keys/keys-screen.ts';
import type { Command, Screen } from '../screen.ts';
import { whyLines } from './why-lines.ts';
import { waysOf, type Way } from './ways.ts';
import { paragraph } from '../../panels/paragraph.ts';
import type * as InkMenu from './ways-menu.tsx';

/** Only told: Ink's menu takes the key itself, since the arrows before it may still be on their way there. */
const CHOOSE: Command = {
  keys: ['Enter'],
  label: 'choose',
  help: 'Sign in in the chosen way; its number does so too',
  run: () => undefined,
};

/** Asks how to sign in; whoever is signed in already may do so as someone else. It closes when someone has. */
export function signInScreen(picker: Picker): Screen {
  const leave = () => picker.back(screen);
  const ways = waysOf(picker, leave);
  let highlighted: Way = ways[0]!;
  // Ink is needed here first, and starts no screen faster that does without it.
  let ink: typeof InkMenu | undefined;
  const screen: Screen = {
    crumb: () => 'sign in',
    usesInk: true,
    onShow() {
      if (ink) return;
      picker.work('menu of ways to sign in', async () => {
        ink = await import('./ways-menu.tsx');
        picker.redraw();
      });
    },
    commands: () => [
      CHOOSE,
      {
        // Ink's menu would take it for itself.
        keys: ['?', 'f1'],
        label: 'keys',
        help: 'All keys',
        isMinor: true,
        run: () => picker.open(keysScreen(picker)),
      },
    ],
    draw({ columns, rows }) {
      const { theme } = picker;
      const why = [...whyLines(picker, columns), ''].slice(0, Math.max(0, rows - ways.length));
      const about = ['', ...paragraph(highlighted.about, columns, theme.dim)];
      return {
        lines: why,
        element: ink && (
          <ink.WaysMenu
            picker={picker}
            ways={ways}
            below={about.slice(0, Math.max(0, rows - why.length - ways.length))}
            initial={ways.indexOf(highlighted)}
            onHighlight={(way) => {
              highlighted = way;
              picker.redraw();
            }}
            onChoose={(way) => way.begin()}
          />
        ),
      };
    },
  };
  return screen;
}
