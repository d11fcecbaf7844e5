/** Exit codes for signals: 128 and the signal's number. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Ends the picker on SIGTERM and SIGHUP. A second signal kills the process.
 * @returns removes the listeners
 */
export function onEndSignals(end: (code: number) => void): () => void {
  const leave = (signal: 'SIGHUP' | 'SIGTERM') => {
    // Deferred, because Ink exits the process if it is the only listener.
    setImmediate(off);
    end(signalCodes[signal]);
  };
  const off = () => {
    process.off('SIGHUP', leave);
    process.off('SIGTERM', leave);
  };
  process.on('SIGHUP', leave);
  process.on('SIGTERM', leave);
  return off;
}

/** Restores the terminal before SIGQUIT ends the process as usual. @returns removes the listener */
export function onQuitSignal(restore: () => void): () => void {
  const quit = () => {
    restore();
    process.kill(process.pid, 'SIGQUIT');
  };
  process.once('SIGQUIT', quit);
  return () => void process.off('SIGQUIT', quit);
}

interface StopListener {
  onStop(): void;
  onContinue(): void;
}

/**
 * Restores the terminal while the process is suspended, by Ctrl-Z or by a signal.
 * @returns suspends on Ctrl-Z, which raw mode delivers as a normal key; and removes the listeners
 */
export function stopSignals({ onStop, onContinue }: StopListener) {
  if (process.platform === 'win32') return { stop: () => undefined, off: () => undefined };
  let isStopped = false;
  const stopAll = (processes: number) => {
    isStopped = true;
    onStop();
    process.off('SIGTSTP', stopped);
    process.kill(processes, 'SIGTSTP');
    process.on('SIGTSTP', stopped);
    // Orphaned process groups are not stopped by the system.
    setImmediate(() => {
      if (isStopped) continued();
    });
  };
  const stopped = () => stopAll(process.pid);
  const continued = () => {
    // SIGSTOP cannot be observed.
    if (!isStopped) onStop();
    isStopped = false;
    onContinue();
  };
  process.on('SIGTSTP', stopped);
  process.on('SIGCONT', continued);
  return {
    // Stops the process group, as the terminal does.
    stop: () => stopAll(0),
    off() {
      process.off('SIGTSTP', stopped);
      process.off('SIGCONT', continued);
    },
  };
}
