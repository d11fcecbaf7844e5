/** Holds one job at a time: starting the next one cancels the one before. Late results of that one must be dropped. */
export interface JobSlot {
  start(): Job;
  /** Cancels the job; false when there is none. */
  cancel(): boolean;
}

export interface Job {
  readonly signal: AbortSignal;
  /** False once the job was canceled or replaced. */
  isCurrent(): boolean;
  /** Marks the job as completed. */
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
