import { createStore, type Observable } from '@tryout/engine';

interface Notice {
  readonly text: string;
  /** Counts up, so that screen readers announce a repeated text again. */
  readonly number: number;
}

/** The current notice of the page: one line, shown until it is dismissed or replaced. */
export interface Notices extends Observable<Notice | undefined> {
  show(text: string): void;
  dismiss(): void;
}

export function createNotices(): Notices {
  const store = createStore<Notice | undefined>(undefined);
  let count = 0;
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    show: (text) => store.set({ text, number: (count += 1) }),
    dismiss: () => store.set(undefined),
  };
}
