import type { Observable, Session } from '@tryout/engine';

/** The session of the page, which the sign-in screen does not wait for. */
export interface LazySession extends Observable<Session | undefined> {
  /**
   * Loads and creates it, once.
   * @throws LoadError
   */
  load(): Promise<Session>;
}

/** @param create loads what the session consists of */
export function lazySession(create: () => Promise<Session>): LazySession {
  const listeners = new Set<() => void>();
  let session: Session | undefined;
  let loading: Promise<Session> | undefined;
  return {
    getSnapshot: () => session,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load() {
      loading ??= create().then(
        (created) => {
          session = created;
          for (const listener of listeners) listener();
          return created;
        },
        (error: unknown) => {
          // A second try may find the network again.
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}
