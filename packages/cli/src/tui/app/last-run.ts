import type { RunState, Task } from '@tryout/engine';
import type { Picker } from './picker.ts';

/** A run that brought something, with what was asked. */
export interface LastRun {
  readonly task: Task;
  readonly model?: string;
  readonly run: RunState;
}

const runs = new WeakMap<object, LastRun>();

/** Keeps the run at hand when it has brought something: going on to another model forgets it otherwise. */
export function rememberRun({ session }: Pick<Picker, 'session'>): void {
  const { task, model, run } = session.getSnapshot();
  if (!task || (!run.result && run.text === '')) return;
  runs.set(session, { task, run, ...(model === undefined ? {} : { model }) });
}

/** The last run that brought something, the one at hand included. */
export function lastRun(picker: Pick<Picker, 'session'>): LastRun | undefined {
  rememberRun(picker);
  return runs.get(picker.session);
}
