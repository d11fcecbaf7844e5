/** Keeps dependencies' logs and Node's warnings off both streams (F7). */
export function silenceDependencies(): void {
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const)
    console[method] = () => undefined;
  process.removeAllListeners('warning');
}
