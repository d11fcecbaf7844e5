/** Runs one job at a time: starting a job cancels the previous one, and its late results must be dropped. */
export interface JobSlot {
  start(): Job;
  /** Cancels the job; false when there is none. */
  cancel(): boolean;
}

export interface Job {
  readonly signal: AbortSignal;
  /** False once the job was canceled or replaced. */
  isCurrent(): boolean;
  finish(): void;
}

export function jobSlot(): JobSlot {
  let current: AbortController | undefined;
  const cancel = () => {
    const canceled = current;
    current = undefined;
    canceled?.abort();
    return canceled !== undefined;
  };
  return {
    cancel,
    start() {
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
