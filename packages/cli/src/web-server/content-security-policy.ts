/** The addresses that a page may have to reach beside https ones. */
export interface ReachedAddresses {
  /** The hub: its API, its pictures. */
  readonly hubUrl: string;
  /** The inference base. */
  readonly inferenceUrl: string;
}

/** Models that a person serves on this machine; a policy has no way to write down `[::1]`. */
const loopback = ['http://127.0.0.1:*', 'http://localhost:*'];

/**
 * The content security policy of the web app as a header: scripts, styles and fonts are its own files alone, nothing is
 * framed, no form is sent anywhere, and text becomes markup or code nowhere (F28, F30).
 */
export function contentSecurityPolicy({ hubUrl, inferenceUrl }: ReachedAddresses): string {
  const hub = sourceOf(hubUrl);
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:', 'https:', hub],
    'media-src': ['blob:', 'data:'],
    'connect-src': ["'self'", 'https:', hub, sourceOf(inferenceUrl), ...loopback],
    'font-src': ["'self'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}

/** An address as a source: all of https is allowed anyhow, and IPv6 addresses can only be written as their scheme. */
function sourceOf(address: string): string {
  const { protocol, hostname, origin } = new URL(address);
  return protocol === 'https:' || hostname.startsWith('[') ? protocol : origin;
}
