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
export function contentSecurityPolicy(reached: ReachedAddresses): string {
  return written({ ...directives(reached), 'frame-ancestors': ["'none'"] });
}

/**
 * The same as a `<meta>` of the page, for hosts whose headers nobody can set. There it says nothing of who may frame the
 * page; a static Space is shown in a frame.
 */
export function policyInPage(reached: ReachedAddresses): string {
  return written(directives(reached));
}

type Directives = Readonly<Record<string, readonly string[]>>;

function directives({ hubUrl, inferenceUrl }: ReachedAddresses): Directives {
  const hub = sourceOf(hubUrl);
  return {
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
    'require-trusted-types-for': ["'script'"],
  };
}

function written(policy: Directives): string {
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}

/** An address as a source: all of https is allowed anyhow, and IPv6 addresses can only be written as their scheme. */
function sourceOf(address: string): string {
  const { protocol, hostname, origin } = new URL(address);
  return protocol === 'https:' || hostname.startsWith('[') ? protocol : origin;
}
