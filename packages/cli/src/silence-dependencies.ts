/** Suppresses dependency logs and Node warnings (F7). */
export function silenceDependencies(): void {
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const)
    console[method] = () => undefined;
  process.removeAllListeners('warning');
}
