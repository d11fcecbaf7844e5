import type { Observable } from '@tryout/engine';

/** One line for the person, on screen until the next one or until it is dismissed. */
interface Notice {
  readonly text: string;
  /** Counts up, so that the same text told twice is told twice. */
  readonly number: number;
}

/** What is told beside the place where it happened. */
export interface Notices extends Observable<Notice | undefined> {
  tell(text: string): void;
  dismiss(): void;
}

/** The notices of a page, none at first. */
export function createNotices(): Notices {
  const listeners = new Set<() => void>();
  let current: Notice | undefined;
  let told = 0;
  const change = (next: Notice | undefined) => {
    current = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    getSnapshot: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(text) {
      told += 1;
      change({ text, number: told });
    },
    dismiss: () => change(undefined),
  };
}
