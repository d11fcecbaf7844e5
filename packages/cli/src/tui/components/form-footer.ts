import {
  canRun,
  isRunning,
  missingText,
  getUnconfirmed,
  runOptions,
  type SessionState,
} from '@tryout/engine';
import { pad, getWidth, type Size } from '../../terminal/index.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { paragraph } from './text.tsx';

const RUN = '[ Run ] ';
const CLEAR = ' [ Clear ] Ctrl-L';
const ABOUT = ' About this task: F3';
/** Minimum width for the Clear button and the key of the screen about the task. */
const WIDE = 60;
const ROOMY = 9;

/** Whether there is room for empty lines and all of the footer. */
export function isRoomy({ rows }: Size): boolean {
  return rows >= ROOMY;
}

/**
 * The form's buttons and missing inputs, and the run's options below.
 * @param runKey the label of the key that runs the model
 * @param confirmation what has to be confirmed first
 * @param offer several inputs that can run, and the key
 */
export function useFooterLines(
  state: SessionState,
  runKey: string,
  confirmation: string | undefined,
  offer: string | undefined,
): readonly string[] {
  const { theme, body } = useTerminal();
  const { columns } = body;
  const notice = confirmation === undefined ? [] : paragraph(confirmation, columns);
  const run = canRun(state) || offer !== undefined ? theme.accent(RUN) : theme.dim(RUN);
  const clear = columns >= WIDE ? CLEAR : '';
  const room = Math.max(1, columns - getWidth(RUN) - clear.length);
  const status = theme.cut(offer ?? getStatus(state, runKey), room);
  const buttons = run + theme.dim(clear === '' ? status : pad(status, room) + clear);
  const facts = runOptions(state).join(theme.separator);
  const factsRoom = columns - ABOUT.length;
  const hasRoom = columns >= WIDE && getWidth(facts) <= factsRoom;
  const options = theme.dim(hasRoom ? pad(facts, factsRoom) + ABOUT : theme.cut(facts, columns));
  return isRoomy(body) ? [...notice, buttons, options] : [notice[0] ?? buttons];
}

/** Why the form cannot run, or the key that runs it. */
function getStatus(state: SessionState, runKey: string): string {
  if (isRunning(state)) return 'A run is in progress';
  if (getUnconfirmed(state).length > 0) return 'This run is not confirmed';
  const missing = missingText(state);
  if (missing !== '') return `${missing} to run`;
  return canRun(state) ? runKey : 'Choose a model to run';
}
