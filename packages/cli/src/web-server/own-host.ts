/** What HTTP takes for granted where a `Host` header names no port. */
const DEFAULT_PORT = 80;

/**
 * Whether a `Host` header names this server. A page of another site can make its own name point to 127.0.0.1 (DNS
 * rebinding) and would then be of the origin that it reads; the name in the header gives it away.
 */
export function isOwnHost(host: string | undefined, port: number): boolean {
  const names = ['127.0.0.1', 'localhost'].flatMap((name) =>
    port === DEFAULT_PORT ? [name, `${name}:${port}`] : [`${name}:${port}`],
  );
  return host !== undefined && names.includes(host.toLowerCase());
}
