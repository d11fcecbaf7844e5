const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether a `Host` header names this machine. A page of another site can make its own name point to 127.0.0.1 (DNS
 * rebinding) and would then read the sandbox as its own; the name in the header gives it away.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return loopbackNames.has(name);
}
