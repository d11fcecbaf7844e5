import type { Session, SessionState } from '../session/index.ts';

type Kept = Pick<SessionState, 'values' | 'parameters'>;

/** What takes the place of what was typed. */
export type Replacement = 'example' | 'clearing';

/** What was typed before something else took its place, so that it can be brought back. */
export interface KeptValues {
  /** Does what replaces the values; those before can be brought back. */
  replace(by: Replacement, work: () => void): void;
  /** How many can be brought back, one after the other. */
  size(): number;
  /** What replaced them last, while nothing has been changed since. */
  freshBy(): Replacement | undefined;
  /** Brings back what was there before the last replacement. @returns false when there is nothing */
  restore(): boolean;
}

const MOST_KEPT = 50;

/** Keeps the values of a session, at most so many of them. */
export function keptValues(session: Session): KeptValues {
  const kept: Kept[] = [];
  let last: { readonly by: Replacement; readonly values: SessionState['values'] } | undefined;
  const freshBy = () => (last?.values === session.getSnapshot().values ? last.by : undefined);
  return {
    size: () => kept.length,
    freshBy,
    replace(by, work) {
      const { values, parameters } = session.getSnapshot();
      // One example after the other replaces no more than the first one did.
      if (by !== 'example' || freshBy() !== 'example') kept.push({ values, parameters });
      if (kept.length > MOST_KEPT) kept.shift();
      work();
      last = { by, values: session.getSnapshot().values };
    },
    restore() {
      const before = kept.pop();
      if (!before) return false;
      const names = new Set([...Object.keys(session.getSnapshot().values), ...Object.keys(before.values)]);
      for (const name of names) session.setValue(name, before.values[name]);
      if (session.getSnapshot().parameters !== before.parameters) session.setParameters(before.parameters);
      last = undefined;
      return true;
    },
  };
}
