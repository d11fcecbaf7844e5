/** By then, the system has stopped the process if it stops it at all. */
const ORPHAN_MS = 50;

/** Exit codes for signals: 128 and the signal's number. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

/** The exit code after the reader of standard output has closed the pipe. */
const CLOSED_PIPE = 0;

/** Ends a command early, so that it cancels and records its run. @param exitCode of the command */
export function interrupt(command: AbortController, exitCode: number = CLOSED_PIPE): void {
  command.abort(Object.assign(new Error('Interrupted'), { exitCode }));
}

/** The exit code of an interrupted command. */
export function getInterruptionCode({ reason }: AbortSignal): number {
  return (reason as { readonly exitCode?: number } | undefined)?.exitCode ?? signalCodes.SIGINT;
}

/** Whether the reader of standard output is gone, so that the command ends without a message. */
export function isPipeClosed(signal: AbortSignal): boolean {
  return signal.aborted && getInterruptionCode(signal) === CLOSED_PIPE;
}

/**
 * Restores the terminal while the process is suspended, by Ctrl-Z or by a signal.
 * @returns suspends on Ctrl-Z, which raw mode delivers as a normal key; and removes the listeners
 */
export function stopSignals({ onStop, onContinue }: Record<'onStop' | 'onContinue', () => void>) {
  if (process.platform === 'win32') return { stop: () => undefined, off: () => undefined };
  let isStopped = false;
  const stopAll = (processes: number) => {
    isStopped = true;
    onStop();
    process.off('SIGTSTP', onStopSignal);
    process.kill(processes, 'SIGTSTP');
    process.on('SIGTSTP', onStopSignal);
    // The system does not stop orphaned process groups. In others, the loop reads SIGCONT between the two callbacks.
    setTimeout(() => {
      setImmediate(() => {
        if (isStopped) onContinueSignal();
      });
    }, ORPHAN_MS);
  };
  const onStopSignal = () => stopAll(process.pid);
  const onContinueSignal = () => {
    // SIGSTOP cannot be observed.
    if (!isStopped) onStop();
    isStopped = false;
    onContinue();
  };
  process.on('SIGTSTP', onStopSignal);
  process.on('SIGCONT', onContinueSignal);
  return {
    // Stops the process group, as the terminal does.
    stop: () => stopAll(0),
    off() {
      process.off('SIGTSTP', onStopSignal);
      process.off('SIGCONT', onContinueSignal);
    },
  };
}
