import { emptyValues } from '../fields/index.ts';
import type { Task, TaskId } from '../tasks/index.ts';
import type { SessionState } from './session-state.ts';

/** What was filled in for a task. */
export type Draft = Pick<SessionState, 'values' | 'parameters' | 'choices'>;

/** Keeps what was filled in for each task while another one is tried. */
export interface Drafts {
  /** Keeps the state's draft under its task, and gives that of the next one; a new one bills as the last one did. */
  exchange(state: SessionState, next: Task): Draft;
  /** Those of all tasks, that of the state as it is now. */
  all(state: SessionState): ReadonlyMap<TaskId, Draft>;
  /** Forgets those of all tasks. */
  forget(): void;
}

/** @param begunWith what was filled in before */
export function createDrafts(begunWith: Iterable<readonly [TaskId, Draft]> = []): Drafts {
  const kept = new Map(begunWith);
  return {
    forget: () => kept.clear(),
    all({ task, values, parameters, choices }) {
      return task ? new Map(kept).set(task.id, { values, parameters, choices }) : new Map(kept);
    },
    exchange({ task, values, parameters, choices }, next) {
      if (task) kept.set(task.id, { values, parameters, choices });
      const { billTo } = choices;
      const draft = kept.get(next.id) ?? { values: emptyValues(next.fields), parameters: {}, choices: {} };
      const { billTo: _billTo, ...others } = draft.choices;
      return { ...draft, choices: { ...others, ...(billTo === undefined ? {} : { billTo }) } };
    },
  };
}
