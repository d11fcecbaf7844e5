import type { KoaContextWithOIDC } from 'oidc-provider';
import { buttonForm, escapeHtml, showPage } from './page.ts';
import { routes } from './routes.ts';

/**
 * Takes the code of an address that holds one (`verification_uri_complete`) for `askForCode` to fill in. The library
 * would answer such an address with a form that a script sends off.
 */
export async function prefillCode(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (context.path === routes.code_verification && context.method === 'GET') {
    context.state['userCode'] = context.query['user_code'];
    context.querystring = '';
  }
  return next();
}

/** Asks for the code that the device shows. */
export function askForCode(context: KoaContextWithOIDC, error: Error | undefined): void {
  const code: unknown = context.state['userCode'];
  const known = typeof code === 'string' ? code : '';
  showPage(
    context,
    'Sign in on another device',
    `<p>${escapeHtml(reason(error))}</p>
<form method="post" action="${routes.code_verification}">
<input type="hidden" name="xsrf" value="${escapeHtml(secretOf(context))}">
<label>Code <input name="user_code" value="${escapeHtml(known)}" autocomplete="off" required></label>
<button>Continue</button>
</form>`,
  );
}

/** Asks whether the code on the device is the one entered. */
export function confirmCode(context: KoaContextWithOIDC, app: string, userCode: string): void {
  const fields = { xsrf: secretOf(context), user_code: userCode };
  showPage(
    context,
    'Is this your device?',
    `<p><strong>${escapeHtml(app)}</strong> should show the code <code>${escapeHtml(userCode)}</code>.</p>
${buttonForm('Continue', routes.code_verification, { ...fields, confirm: 'yes' })}
${buttonForm('Deny', routes.code_verification, { ...fields, abort: 'yes' })}`,
  );
}

/** Says that the device will go on by itself. */
export function showSuccess(context: KoaContextWithOIDC): void {
  showPage(context, 'You are signed in', '<p>Go back to your device. This page can be closed.</p>');
}

/** Shows an error that cannot be sent back to an app. */
export function showError(context: KoaContextWithOIDC, error: string, description: string | undefined): void {
  showPage(
    context,
    'This did not work',
    `<p><code>${escapeHtml(error)}</code> ${escapeHtml(description ?? '')}</p>`,
  );
}

/** The library's guard against forged forms. */
function secretOf(context: KoaContextWithOIDC): string {
  return String(context.oidc.session?.state?.['secret'] ?? '');
}

function reason(error: Error | undefined): string {
  if (!error) return 'Enter the code that the device shows.';
  if (error.name === 'AbortedError') return 'The device was refused.';
  return 'This code is wrong, used or too old. Enter the code that the device shows.';
}
