export interface Job {
  readonly signal: AbortSignal;
  /** False once the job was canceled or replaced. */
  isCurrent(): boolean;
  finish(): void;
}

/** Runs one job at a time: starting a job cancels the previous one, and its late results must be dropped. */
export function jobSlot() {
  let current: AbortController | undefined;
  /** Cancels the job; false when there is none. */
  const cancel = () => {
    const canceled = current;
    current = undefined;
    canceled?.abort();
    return canceled !== undefined;
  };
  return {
    cancel,
    start(): Job {
      cancel();
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
