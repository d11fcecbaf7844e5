import type { Session, SessionState } from '@tryout/engine';

type Inputs = Pick<SessionState, 'values' | 'parameters' | 'choices'>;

const begun = new WeakMap<Session, Inputs>();

/** Runs what is filled in, and remembers what that was. A run that is under way goes on alone (F51). */
export function beginRun(session: Session): void {
  const { values, parameters, choices } = session.getSnapshot();
  const ran = session.run();
  if (session.getSnapshot().run.status === 'loading') begun.set(session, { values, parameters, choices });
  void ran;
}

/** Whether something was changed since the run at hand began. */
export function hasChangedSince(session: Session, now: Inputs): boolean {
  const then = begun.get(session);
  if (!then) return false;
  return !(
    isSame(then.values, now.values) &&
    isSame(then.parameters, now.parameters) &&
    isSame(then.choices, now.choices)
  );
}

function isSame(one: object, other: object): boolean {
  const [left, right] = [one, other].map(
    (all) => new Map(Object.entries(all).filter(([, value]) => value !== undefined)),
  ) as [Map<string, unknown>, Map<string, unknown>];
  return left.size === right.size && [...left].every(([name, value]) => isEqual(value, right.get(name)));
}

/** Lists hold texts. */
function isEqual(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
