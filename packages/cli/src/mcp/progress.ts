import { describeEvent, type RunEvent } from '@tryout/engine';

export type Report = (progress: number, message: string) => unknown;

/** Milliseconds. Clients wait longer for a call that reports progress. */
const INTERVAL = 5000;
/** Between reports of what changes quickly. */
const MIN_INTERVAL = 500;

/** Reports the progress of a call, and that it still runs. @param report undefined if the client asked for none */
export function reportProgress(report: Report | undefined) {
  let count = 0;
  let message = 'Running the model';
  let last = -Infinity;
  const send = () => {
    last = performance.now();
    count += 1;
    void report?.(count, message);
  };
  const timer = report && setInterval(send, INTERVAL);
  return {
    onEvent(event: RunEvent): void {
      if (event.type === 'progress' || event.type === 'waiting') message = describeEvent(event).text;
      if (performance.now() - last >= MIN_INTERVAL) send();
    },
    end: () => clearInterval(timer),
  };
}
