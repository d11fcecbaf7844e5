/** Fixed, because browsers store data per origin. */
export const PORT = 4680;

/** A separate origin, so that tokens stored for the real hub are never sent to the sandbox. */
export const SANDBOX_PORT = 4681;

/** The address of the page that `tryout web` serves, for links to runs. */
export function pageAddress(isSandbox: boolean): string {
  return `http://127.0.0.1:${isSandbox ? SANDBOX_PORT : PORT}/`;
}

export interface PageAddresses {
  readonly hubUrl: string;
  readonly inferenceUrl: string;
}

/** The headers of every response of the web app's server. */
export function pageHeaders(addresses: PageAddresses): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(addresses),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissions.join(', '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

const allowed = ['camera', 'microphone', 'clipboard-write'];

/** Browsers log warnings for unknown names. */
const denied =
  'accelerometer autoplay clipboard-read display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid ' +
  'idle-detection magnetometer midi payment picture-in-picture publickey-credentials-get screen-wake-lock serial ' +
  'storage-access usb window-management xr-spatial-tracking';

const permissions = [
  ...allowed.map((name) => `${name}=(self)`),
  ...denied.split(' ').map((name) => `${name}=()`),
];

/** Allows only the app's own scripts and styles, no frames, forms, or markup or code from text. */
export function contentSecurityPolicy(addresses: PageAddresses): string {
  return serialize({ ...directives(addresses), 'frame-ancestors': ["'none'"] });
}

/** The policy for a `<meta>` element, for static hosts. A static Space shows the page in a frame. */
export function policyInPage(addresses: PageAddresses): string {
  return serialize(directives(addresses));
}

type Directives = Readonly<Record<string, readonly string[]>>;

function directives({ hubUrl, inferenceUrl }: PageAddresses): Directives {
  const hub = getSource(hubUrl);
  // For models running on this machine; a policy cannot contain [::1].
  const loopback = ['http://127.0.0.1:*', 'http://localhost:*'];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:', 'https:', hub],
    'media-src': ['blob:', 'data:'],
    'connect-src': ["'self'", 'https:', hub, getSource(inferenceUrl), ...loopback],
    'font-src': ["'self'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
  };
}

function serialize(policy: Directives): string {
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}

/** All HTTPS sources are allowed. IPv6 addresses are only possible as scheme. */
function getSource(address: string): string {
  const { protocol, hostname, origin } = new URL(address);
  return protocol === 'https:' || hostname.startsWith('[') ? protocol : origin;
}
