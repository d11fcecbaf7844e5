/** What a shell reports for a command that a signal ended (128 and its number): also by Ctrl-C, and when the terminal has gone. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Ends the picker when its process is asked to end: by the system, or because the terminal was closed. Asked a second
 * time the process ends at once.
 * @returns stops that
 */
export function onEndSignals(end: (code: number) => void): () => void {
  const leave = (code: number) => {
    // Ink ends the process at once where it finds nobody else who listens: not while it is told of this signal.
    setImmediate(off);
    end(code);
  };
  const listeners = (['SIGHUP', 'SIGTERM'] as const).map(
    (signal) => [signal, () => leave(signalCodes[signal])] as const,
  );
  const off = () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return off;
}

/**
 * Gives the terminal back before SIGQUIT ends the process as it always does: at once, and with a core dump where those
 * are wanted.
 * @returns stops that
 */
export function onQuitSignal(giveBack: () => void): () => void {
  const quit = () => {
    giveBack();
    process.kill(process.pid, 'SIGQUIT');
  };
  process.once('SIGQUIT', quit);
  return () => void process.off('SIGQUIT', quit);
}

interface StopListener {
  /** The shell comes back. */
  onStop(): void;
  /** The picker does. */
  onContinue(): void;
}

/** Lets the shell stop the picker and go on with it (`fg`). */
export interface StopSignals {
  /** What Ctrl-Z does, which is a key like others as long as the picker reads the keyboard. */
  stop(): void;
  off(): void;
}

/** Gives the terminal back while the process is stopped, by Ctrl-Z or by a signal. */
export function stopSignals({ onStop, onContinue }: StopListener): StopSignals {
  if (process.platform === 'win32') return { stop: () => undefined, off: () => undefined };
  let isStopped = false;
  const stopAll = (processes: number) => {
    isStopped = true;
    onStop();
    process.off('SIGTSTP', stopped);
    process.kill(processes, 'SIGTSTP');
    process.on('SIGTSTP', stopped);
    // Where no shell could ever let it go on, the system does not stop it either.
    setImmediate(() => {
      if (isStopped) continued();
    });
  };
  const stopped = () => stopAll(process.pid);
  const continued = () => {
    // It may have been stopped without being asked, and the shell has had the terminal since.
    if (!isStopped) onStop();
    isStopped = false;
    onContinue();
  };
  process.on('SIGTSTP', stopped);
  process.on('SIGCONT', continued);
  return {
    // All that the shell started together stops, as when the terminal itself handles the key.
    stop: () => stopAll(0),
    off() {
      process.off('SIGTSTP', stopped);
      process.off('SIGCONT', continued);
    },
  };
}
