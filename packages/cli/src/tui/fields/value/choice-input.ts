import { visibleLine } from '@tryout/engine';
import { truncate } from '../../../terminal/index.ts';
import type { Theme } from '../../theme/theme.ts';
import type { ValueInput } from './value-input.ts';

const NONE = 'not set';
/** Cells below which a value is shown without arrows beside it. */
const ARROWED = 10;

/** One of a few values, or none: by arrows, Space, or the letter that a value begins with. */
export function choiceInput(values: readonly string[], theme: Theme): ValueInput {
  const all = ['', ...values];
  let text = '';
  const step = (by: number) => {
    // A value that is none of them came from elsewhere.
    const now = Math.max(0, all.indexOf(text));
    text = all[(now + by + all.length) % all.length] ?? '';
  };
  return {
    get text() {
      return text;
    },
    setText(next) {
      text = next;
    },
    takesText: false,
    onKey({ name, text: typed }) {
      if (name === 'right' || name === 'space') step(1);
      else if (name === 'left') step(-1);
      else if (name === 'backspace' || name === 'delete') text = '';
      else if (typed === '') return false;
      else {
        const begins = values.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()));
        if (begins.length === 0) return false;
        text = begins[(begins.indexOf(text) + 1) % begins.length]!;
      }
      return true;
    },
    draw(columns, isFocused) {
      const hasArrows = isFocused && columns >= ARROWED;
      const room = Math.max(1, columns - (hasArrows ? 4 : 0));
      const shown = truncate(text === '' ? NONE : visibleLine(text), room);
      const value = text === '' ? theme.dim(shown) : shown;
      return hasArrows ? `${theme.accent('<')} ${value} ${theme.accent('>')}` : value;
    },
  };
}
