/** Pieces of work by name: a new one of a name ends the one before. */
export interface Works {
  begin(name: string, work: (signal: AbortSignal) => Promise<void>): void;
  end(name: string): void;
  endAll(): void;
}

/** @param onFailure told what a piece of work throws, unless it was ended */
export function createWorks(onFailure: (error: unknown) => void): Works {
  const running = new Map<string, AbortController>();
  const end = (name: string) => {
    running.get(name)?.abort();
    running.delete(name);
  };
  return {
    begin(name, work) {
      end(name);
      const controller = new AbortController();
      running.set(name, controller);
      const { signal } = controller;
      work(signal)
        .catch((error: unknown) => {
          if (!signal.aborted) onFailure(error);
        })
        .finally(() => {
          if (running.get(name) === controller) running.delete(name);
        });
    },
    end,
    endAll() {
      for (const name of [...running.keys()]) end(name);
    },
  };
}
