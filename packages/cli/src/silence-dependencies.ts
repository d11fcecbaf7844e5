const nothing = () => undefined;

/** Keeps what dependencies log, and Node's warnings about them, off both streams (F7). */
export function silenceDependencies(): void {
  Object.assign(console, {
    debug: nothing,
    error: nothing,
    info: nothing,
    log: nothing,
    trace: nothing,
    warn: nothing,
  });
  process.removeAllListeners('warning');
}
