import { contentSecurityPolicy, type ReachedAddresses } from './content-security-policy.ts';

/** What the page may use: camera and microphone for inputs, the clipboard for copied code. */
const allowed = ['camera', 'microphone', 'clipboard-write'];

/** What it has no use for; a name that browsers do not know would be a warning on their console. */
const refused = [
  'accelerometer',
  'autoplay',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

const permissions = [...allowed.map((name) => `${name}=(self)`), ...refused.map((name) => `${name}=()`)];

/** The headers of every answer of the web app's server. */
export function pageHeaders(reached: ReachedAddresses): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(reached),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissions.join(', '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
