import { canRun, isRunning, missingLabels, runOptions, visibleLine, type SessionState } from '@tryout/engine';
import { pad, symbolsOf, truncate, widthOf, wrap } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import { firstLines } from '../../panels/first-lines.ts';
import { keyLabel } from '../../keyboard/key.ts';

const RUN = '[ Run ]';
const CLEAR = '[ Clear ] Ctrl-L';
/** Below this width the line of keys alone tells how to clear. */
const WIDE = 60;

export interface FooterLook {
  readonly columns: number;
  /** How many lines what is missing may take. */
  readonly most: number;
  /** What runs the model now, by name. */
  readonly runKey: string;
}

/** The buttons, with what is missing for a run, and below them what goes along with the inputs. */
export function footerLines(
  picker: Picker,
  state: SessionState,
  { columns, most, runKey }: FooterLook,
): string[] {
  const { theme, terminal, isRead } = picker;
  const run = canRun(state) ? theme.accent(RUN) : theme.dim(RUN);
  const [first = '', ...others] = buttonLines(
    whyNot(state, keyLabel(runKey, terminal)),
    columns,
    isRead ? Infinity : most,
    terminal,
  );
  const summary = truncate(
    runOptions(state).join(symbolsOf(terminal).separator),
    columns,
    symbolsOf(terminal).ellipsis,
  );
  return [`${run} ${theme.dim(first)}`, ...[...others, summary].map((line) => theme.dim(line))];
}

/** What stands beside the run button, on as many lines as it needs and may have. */
function buttonLines(
  [full, ...shorter]: readonly [string, ...string[]],
  columns: number,
  most: number,
  terminal: Pick<Picker['terminal'], 'unicode'>,
): string[] {
  const room = Math.max(1, columns - widthOf(RUN) - 1);
  const beside = room - widthOf(CLEAR) - 1;
  if (columns >= WIDE && widthOf(full) <= beside) return [`${pad(full, beside)} ${CLEAR}`];
  const fits = (text: string) => wrap(text, room).split('\n').length <= most;
  const lines = firstLines([full, ...shorter].find(fits) ?? shorter.at(-1) ?? full, room, most, terminal);
  return lines.map((line, index) => (index === 0 ? line : ' '.repeat(widthOf(RUN) + 1) + line));
}

/** What there is to say, in full and in fewer and fewer words. */
function whyNot(state: SessionState, runKey: string): readonly [string, ...string[]] {
  if (isRunning(state)) return ['A run is under way'];
  const [first, ...more] = missingLabels(state).map(visibleLine);
  if (first === undefined) return [canRun(state) ? runKey : 'Missing: a model'];
  if (more.length === 0) return [`Missing: ${first}`];
  return [
    `Missing: ${[first, ...more].join(', ')}`,
    `Missing: ${first} +${more.length}`,
    `${1 + more.length} missing`,
  ];
}
