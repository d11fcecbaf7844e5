/** One piece of work at a time: a new one ends the one before, whose late answers then count for nothing. */
export interface Latest {
  /** Ends what goes on and begins anew. */
  begin(): Work;
  /** Ends what goes on; false when nothing does. */
  end(): boolean;
}

export interface Work {
  readonly signal: AbortSignal;
  /** False once the work was ended or replaced. */
  isCurrent(): boolean;
  /** Says that the work is over by itself. */
  finish(): void;
}

export function latest(): Latest {
  let current: AbortController | undefined;
  const end = () => {
    const ended = current;
    current = undefined;
    ended?.abort();
    return ended !== undefined;
  };
  return {
    end,
    begin() {
      end();
      const controller = new AbortController();
      current = controller;
      return {
        signal: controller.signal,
        isCurrent: () => current === controller,
        finish() {
          if (current === controller) current = undefined;
        },
      };
    },
  };
}
