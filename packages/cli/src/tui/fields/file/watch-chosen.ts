import { unwatchFile, watchFile, type StatWatcher } from 'node:fs';
import type { FieldValue, Session } from '@tryout/engine';

/** Milliseconds between two looks at a chosen file. */
const PACE = 1500;

interface Watched {
  readonly value: FieldValue;
  stop(): void;
}

const watched = new WeakMap<Session, Map<string, Watched>>();

/**
 * Watches the file of a field's value, so that a file which is saved anew is read anew: what was read of it before could
 * not be sent any more. One file a field is watched; another value ends that of the one before.
 * @param key tells the field from others
 * @param value nothing is watched without one
 */
export function watchChosen(
  session: Session,
  key: string,
  value: FieldValue | undefined,
  path: string,
  onChange: () => void,
): void {
  const all = watched.get(session) ?? new Map<string, Watched>();
  watched.set(session, all);
  const known = all.get(key);
  if (known?.value === value) return;
  known?.stop();
  all.delete(key);
  if (value === undefined || path === '') return;
  const look = (now: { mtimeMs: number; size: number }, before: { mtimeMs: number; size: number }) => {
    if (now.mtimeMs !== before.mtimeMs || now.size !== before.size) onChange();
  };
  const watcher: StatWatcher = watchFile(path, { interval: PACE, persistent: false }, look);
  watcher.unref();
  all.set(key, { value, stop: () => unwatchFile(path, look) });
}
