import { canRun, isRunning, missingLabels, runOptions, visibleLine, type SessionState } from '@tryout/engine';
import { pad, symbolsOf, truncate, widthOf, wrap, type Terminal } from '../../terminal/index.ts';
import { firstLines } from '../components/paragraph.ts';
import type { Theme } from '../../terminal/theme.ts';

const RUN = '[ Run ]';
const CLEAR = '[ Clear ] Ctrl-L';
/** Below this width the line of keys alone tells how to clear. */
const WIDE = 60;
/** From these heights of a screen on there is room for an empty line and all that is missing, for both lines, for one. */
const ROOMY = 9;
const MEDIUM = 7;
const SMALL = 4;
const MAX_MISSING = 3;

/** What the footer is drawn with. */
interface FooterLook {
  readonly terminal: Terminal;
  readonly theme: Theme;
  readonly isRead: boolean;
  readonly columns: number;
  /** Rows of the whole screen. */
  readonly rows: number;
  /** The key that runs the model now, as it is shown. */
  readonly runKey: string;
}

/** Whether there is room for empty lines between inputs. */
export function isRoomy(rows: number): boolean {
  return rows >= ROOMY;
}

/** The buttons of a form, with what is missing for a run, and below them what goes along with the inputs. */
export function footerLines(state: SessionState, look: FooterLook): readonly string[] {
  const { terminal, theme, isRead, columns, rows, runKey } = look;
  const run = canRun(state) ? theme.accent(RUN) : theme.dim(RUN);
  const most = isRead ? Infinity : isRoomy(rows) ? MAX_MISSING : 1;
  const [first = '', ...others] = besideRun(whyNot(state, runKey), columns, most, terminal);
  const { separator, ellipsis } = symbolsOf(terminal);
  const summary = truncate(runOptions(state).join(separator), columns, ellipsis);
  const lines = [`${run} ${theme.dim(first)}`, ...[...others, summary].map((line) => theme.dim(line))];
  if (isRoomy(rows)) return ['', ...lines];
  return lines.slice(0, rows >= MEDIUM ? 2 : rows >= SMALL ? 1 : 0);
}

/** What is beside the run button, on as many lines as it needs and may have. */
function besideRun(
  [full, ...shorter]: readonly [string, ...string[]],
  columns: number,
  most: number,
  terminal: Terminal,
): string[] {
  const room = Math.max(1, columns - widthOf(RUN) - 1);
  const beside = room - widthOf(CLEAR) - 1;
  if (columns >= WIDE && widthOf(full) <= beside) return [`${pad(full, beside)} ${CLEAR}`];
  const fits = (text: string) => wrap(text, room).split('\n').length <= most;
  const lines = firstLines([full, ...shorter].find(fits) ?? shorter.at(-1) ?? full, room, most, terminal);
  return lines.map((line, index) => (index === 0 ? line : ' '.repeat(widthOf(RUN) + 1) + line));
}

/** Why there is no run, in full and in fewer and fewer words; the key where there is nothing in its way. */
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
