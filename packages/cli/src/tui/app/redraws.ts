/** Tells when to draw again. */
export interface Redraws {
  subscribe(listener: () => void): () => void;
  /** Draws at once: someone pressed a key. */
  now(): void;
  /** Draws soon: something came, perhaps one of thousands of pieces. */
  soon(): void;
}

/** Milliseconds between two drawings of what comes by itself: nobody reads faster. */
const PACE = 50;

/** Keeps drawings of what comes by itself apart; those after keys are not held up. */
export function createRedraws(): Redraws {
  const listeners = new Set<() => void>();
  let last = 0;
  let waiting: NodeJS.Timeout | undefined;
  const now = () => {
    clearTimeout(waiting);
    waiting = undefined;
    last = performance.now();
    for (const listener of [...listeners]) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now,
    soon() {
      if (waiting) return;
      const wait = last + PACE - performance.now();
      if (wait <= 0) now();
      else waiting = setTimeout(now, wait);
    },
  };
}
