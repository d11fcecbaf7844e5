import { canRun, isRunning, missingLabels, runOptions, type SessionState, visibleLine } from '@tryout/engine';
import { pad, type Size, widthOf, wrap } from '../../terminal/index.ts';
import { firstLines } from '../components/text.tsx';
import { useTerminal } from '../hooks/use-picker.ts';

const RUN = '[ Run ]';
const CLEAR = '[ Clear ] Ctrl-L';
/** Minimum width for the Clear button. */
const WIDE = 60;
/** Minimum heights for an empty line and all missing inputs, for two lines, for one. */
const ROOMY = 9;
const MEDIUM = 7;
const SMALL = 4;
const MAX_MISSING = 3;

export function isRoomy({ rows }: Size): boolean {
  return rows >= ROOMY;
}

/**
 * The form's buttons and missing inputs, and the run's options below.
 * @param runKey the label of the key that runs the model
 * @param confirmation what has to be confirmed first
 */
export function useFooterLines(
  state: SessionState,
  runKey: string,
  confirmation: string | undefined,
): readonly string[] {
  const { theme, body, isScreenReader } = useTerminal();
  const { columns, rows } = body;
  const max = isScreenReader ? Infinity : isRoomy(body) ? MAX_MISSING : 1;
  const room = Math.max(1, columns - widthOf(RUN) - 1);
  const left = room - widthOf(CLEAR) - 1;
  const [full, ...shorter] = confirmation === undefined ? statusOf(state, runKey) : [confirmation];
  const fits = (text: string) => wrap(text, room).split('\n').length <= max;
  const [first = '', ...others] =
    columns >= WIDE && widthOf(full) <= left
      ? [`${pad(full, left)} ${CLEAR}`]
      : firstLines([full, ...shorter].find(fits) ?? shorter.at(-1) ?? full, room, max, theme);
  const run = canRun(state) ? theme.accent(RUN) : theme.dim(RUN);
  const lines = [
    `${run} ${theme.dim(first)}`,
    ...others.map((line) => theme.dim(' '.repeat(widthOf(RUN) + 1) + line)),
    theme.dim(theme.cut(runOptions(state).join(theme.separator), columns)),
  ];
  if (isRoomy(body)) return ['', ...lines];
  return lines.slice(0, rows >= MEDIUM ? 2 : rows >= SMALL ? 1 : 0);
}

/** Why the form cannot run, in several lengths, or the key that runs it. */
function statusOf(state: SessionState, runKey: string): readonly [string, ...string[]] {
  if (isRunning(state)) return ['A run is in progress'];
  const [first, ...more] = missingLabels(state).map(visibleLine);
  if (first === undefined) return [canRun(state) ? runKey : 'Missing: a model'];
  if (more.length === 0) return [`Missing: ${first}`];
  return [
    `Missing: ${[first, ...more].join(', ')}`,
    `Missing: ${first} +${more.length}`,
    `${1 + more.length} missing`,
  ];
}
