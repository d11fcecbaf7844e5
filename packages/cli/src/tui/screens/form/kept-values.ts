import type { Session, SessionState } from '@tryout/engine';

type Kept = Pick<SessionState, 'values' | 'parameters'>;

/** What was typed before something else took its place, so that it can be brought back. */
export interface KeptValues {
  /** Does what replaces the values; those before can be brought back until others are typed, and longer. */
  replace(work: () => void): void;
  /** Whether nothing was changed since the last replacement. */
  isFresh(): boolean;
  /** Brings back what was there before the last replacement. @returns false when there is nothing */
  restore(): boolean;
}

const MOST_KEPT = 50;

export function keptValues(session: Session): KeptValues {
  const kept: Kept[] = [];
  let replaced: SessionState['values'] | undefined;
  const isFresh = () => replaced !== undefined && session.getSnapshot().values === replaced;
  return {
    isFresh,
    replace(work) {
      const { values, parameters } = session.getSnapshot();
      // One example after the other replaces no more than the first one did.
      if (!isFresh()) kept.push({ values, parameters });
      if (kept.length > MOST_KEPT) kept.shift();
      work();
      replaced = session.getSnapshot().values;
    },
    restore() {
      const before = kept.pop();
      if (!before) return false;
      const names = new Set([...Object.keys(session.getSnapshot().values), ...Object.keys(before.values)]);
      for (const name of names) session.setValue(name, before.values[name]);
      if (session.getSnapshot().parameters !== before.parameters) session.setParameters(before.parameters);
      replaced = undefined;
      return true;
    },
  };
}
