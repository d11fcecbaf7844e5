import { createHash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml } from '../server/http.ts';
import { renderPage } from '../server/page.ts';

/** Unlike on the Hub, the page for device codes has its own URL. */
export const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  jwks: '/oauth/jwks',
  device_authorization: '/oauth/device',
  code_verification: '/oauth/device/code',
} as const;

export const interactionRoute = '/oauth/interaction';
export const avatarRoute = '/oauth/guest.svg';

const style = `body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}
form{display:inline}button,input{font:inherit;padding:.4rem 1rem;margin:.2rem}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** A form with hidden fields and one button, as HTML. */
export function buttonForm(button: string, action: string, fields: Record<string, string> = {}): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>${escapeHtml(button)}</button></form>`;
}

/** The origin of a URL for a content security policy, which has no IPv6 addresses and no origins of apps. */
function policySource(address: string): string {
  const { origin, protocol, hostname } = new URL(address);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}

/**
 * Sends a page that runs no script and loads nothing.
 * @param content escaped HTML
 * @param returnTo where the page's forms may redirect to; browsers also apply the policy to redirects
 */
export function showPage(
  context: KoaContextWithOIDC,
  title: string,
  content: string,
  returnTo?: string,
): void {
  const formTargets = returnTo === undefined ? "'self'" : `'self' ${policySource(returnTo)}`;
  context.type = 'text/html; charset=utf-8';
  context.set({
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
    // Forms of these pages send their origin.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  context.body = renderPage(title, content, style);
}

/** The library's CSRF token. */
function xsrfToken(context: KoaContextWithOIDC): string {
  return String(context.oidc.session?.state?.secret ?? '');
}

function describeCodeError(error: Error | undefined): string {
  if (!error) return 'Enter the code shown on your device.';
  if (error.name === 'AbortedError') return 'You denied this sign-in.';
  return 'This code is invalid, expired or already used. Enter the code shown on your device.';
}

/** Asks for the code shown on the device. */
export function askForCode(context: KoaContextWithOIDC, error: Error | undefined): void {
  const code: unknown = context.state.userCode;
  showPage(
    context,
    'Sign in on another device',
    `<p>${escapeHtml(describeCodeError(error))}</p>
<form method="post" action="${routes.code_verification}">
<input type="hidden" name="xsrf" value="${escapeHtml(xsrfToken(context))}">
<label>Code <input name="user_code" value="${escapeHtml(typeof code === 'string' ? code : '')}" autocomplete="off" required></label>
<button>Continue</button>
</form>`,
  );
}

/** Asks whether the device shows the code that was entered. */
export function confirmCode(context: KoaContextWithOIDC, app: string, userCode: string): void {
  const fields = { xsrf: xsrfToken(context), user_code: userCode };
  showPage(
    context,
    'Is this your device?',
    `<p><strong>${escapeHtml(app)}</strong> should show the code <code>${escapeHtml(userCode)}</code>.</p>
${buttonForm('Continue', routes.code_verification, { ...fields, confirm: 'yes' })}
${buttonForm('Deny', routes.code_verification, { ...fields, abort: 'yes' })}`,
  );
}

export function showDeviceSuccess(context: KoaContextWithOIDC): void {
  showPage(context, 'You are signed in', '<p>Go back to your device. You can close this page.</p>');
}

/** Shows an error that cannot be sent to an app. */
export function showError(context: KoaContextWithOIDC, error: string, description = ''): void {
  showPage(context, 'Sign-in failed', `<p><code>${escapeHtml(error)}</code> ${escapeHtml(description)}</p>`);
}
