import { createStore, type Observable } from '@tryout/engine';

/** The outcome of an action. */
export interface Outcome {
  readonly text: string;
  /** Asks for nothing, so it disappears by itself after a while. */
  readonly isBrief?: boolean;
}

interface Notice extends Outcome {
  /** Counts up, so that screen readers announce a repeated text again. */
  readonly number: number;
}

/** The current notice of the page: one line, shown until it is dismissed or replaced, or for a while if it is brief. */
export interface Notices extends Observable<Notice | undefined> {
  show(outcome: string | Outcome): void;
  dismiss(): void;
}

export function createNotices(): Notices {
  const { set, ...current } = createStore<Notice | undefined>(undefined);
  let count = 0;
  return {
    ...current,
    show(outcome) {
      count += 1;
      set({ ...(typeof outcome === 'string' ? { text: outcome } : outcome), number: count });
    },
    dismiss: () => set(undefined),
  };
}
