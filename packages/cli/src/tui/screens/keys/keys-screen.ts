import type { Picker } from '../../app/picker.ts';
import { moreBelow } from '../../panels/more-below.ts';
import { scrolling } from '../../panels/scrolling.ts';
import type { Screen } from '../screen.ts';
import { keyGroups } from './key-groups.ts';
import { keyLines } from './key-lines.ts';

/** Keys that leave this screen to do what they do everywhere. */
const elsewhere: ReadonlySet<string> = new Set(['escape', 'ctrl+q']);

/** All keys of the screen that lies on top now; the next key closes it. */
export function keysScreen(picker: Picker): Screen {
  const groups = keyGroups(picker);
  const scroll = scrolling();
  return {
    crumb: () => 'keys',
    commands: () => [],
    onKey(key) {
      if (elsewhere.has(key.name)) return false;
      if (!scroll.onKey(key)) picker.back();
      return true;
    },
    draw({ columns, rows }) {
      const { terminal, theme } = picker;
      const lines = keyLines(groups, columns, terminal, theme);
      return { lines: moreBelow(scroll, lines, rows, picker) };
    },
  };
}
