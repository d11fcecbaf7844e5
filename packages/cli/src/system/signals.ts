/** Exit codes for signals: 128 and the signal's number. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

const endSignals = ['SIGHUP', 'SIGQUIT', 'SIGTERM'] as const;

/**
 * Ends the picker on SIGTERM, SIGQUIT and SIGHUP. A second signal kills the process.
 * @returns removes the listeners
 */
export function onEndSignals(end: (code: number) => void): () => void {
  const leave = (signal: (typeof endSignals)[number]) => {
    // Deferred, because Ink exits the process if it is the only listener.
    setImmediate(off);
    end(signalCodes[signal]);
  };
  const off = () => {
    for (const signal of endSignals) process.off(signal, leave);
  };
  for (const signal of endSignals) process.on(signal, leave);
  return off;
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
    // Orphaned process groups are not stopped by the system.
    setImmediate(() => {
      if (isStopped) onContinueSignal();
    });
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
