import { createHash } from 'node:crypto';
import type { Account, InteractionResults, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { escapeHtml, renderPage } from '../exchange/http.ts';

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

function renderButtonForm(button: string, action: string, fields: Record<string, string> = {}): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>${escapeHtml(button)}</button></form>`;
}

/** The origin of a URL for a content security policy, which has no IPv6 addresses and no origins of apps. */
function getPolicySource(address: string): string {
  const { origin, protocol, hostname } = new URL(address);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}

/**
 * Sends a page that runs no script and loads nothing.
 * @param content escaped HTML
 * @param returnTo where the page's forms may redirect to; browsers also apply the policy to redirects
 */
function showPage(context: KoaContextWithOIDC, title: string, content: string, returnTo?: string): void {
  const formTargets = returnTo === undefined ? "'self'" : `'self' ${getPolicySource(returnTo)}`;
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

function getXsrfToken(context: KoaContextWithOIDC): string {
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
<input type="hidden" name="xsrf" value="${escapeHtml(getXsrfToken(context))}">
<label>Code <input name="user_code" value="${escapeHtml(typeof code === 'string' ? code : '')}" autocomplete="off" required></label>
<button>Continue</button>
</form>`,
  );
}

/** Asks whether the device shows the code that was entered. */
export function confirmCode(context: KoaContextWithOIDC, app: string, userCode: string): void {
  const fields = { xsrf: getXsrfToken(context), user_code: userCode };
  showPage(
    context,
    'Is this your device?',
    `<p><strong>${escapeHtml(app)}</strong> should show the code <code>${escapeHtml(userCode)}</code>.</p>
${renderButtonForm('Continue', routes.code_verification, { ...fields, confirm: 'yes' })}
${renderButtonForm('Deny', routes.code_verification, { ...fields, abort: 'yes' })}`,
  );
}

export function showDeviceSuccess(context: KoaContextWithOIDC): void {
  showPage(context, 'You are signed in', '<p>Go back to your device. You can close this page.</p>');
}

/** Shows an error that cannot be sent to an app. */
export function showError(context: KoaContextWithOIDC, error: string, description = ''): void {
  showPage(context, 'Sign-in failed', `<p><code>${escapeHtml(error)}</code> ${escapeHtml(description)}</p>`);
}

type Middleware = (context: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const guestId = 'sandbox-guest';

/** The guest, the only account, in the Hub's format; undefined for any other ID. */
export function findGuest(issuer: string, id: string): Account | undefined {
  if (id !== guestId) return undefined;
  const picture = new URL(avatarRoute, issuer).href;
  return {
    accountId: guestId,
    claims: () => ({
      sub: guestId,
      name: 'Guest',
      preferred_username: 'guest',
      email: 'guest@sandbox.invalid',
      email_verified: false,
      picture,
      website: issuer,
      isPro: false,
      orgs: [
        { sub: 'sandbox', name: 'sandbox', isEnterprise: false, canPay: false, picture, roleInOrg: 'read' },
      ],
    }),
  };
}

export const serveAvatar: Middleware = async (context, next) => {
  if (context.path !== avatarRoute || context.method !== 'GET') return next();
  context.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'" });
  context.type = 'image/svg+xml';
  context.body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" fill="#ffd21e"/><circle cx="32" cy="26" r="12"/><path d="M10 64a22 20 0 0 1 44 0"/></svg>`;
};

/**
 * Serves the page for device codes. The library answers a URL with a code (`verification_uri_complete`) with a form that
 * a script submits, and throws for a form without its session.
 */
export const serveCodePage: Middleware = async (context, next) => {
  if (context.path !== routes.code_verification) return next();
  if (context.method === 'GET') {
    context.state.userCode = context.query.user_code;
    context.querystring = '';
  }
  try {
    await next();
  } catch (error) {
    if (context.method !== 'POST') throw error;
    context.redirect(routes.code_verification);
    context.status = 303;
  }
};

async function consent(provider: Provider, { params }: Interaction): Promise<InteractionResults> {
  const grant = new provider.Grant({ accountId: guestId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope ?? ''));
  return { login: { accountId: guestId }, consent: { grantId: await grant.save() } };
}

async function ask(provider: Provider, context: KoaContextWithOIDC, { params }: Interaction): Promise<void> {
  const clientId = String(params.client_id);
  const client = await provider.Client.find(clientId);
  const returnTo = typeof params.redirect_uri === 'string' ? params.redirect_uri : undefined;
  const target = returnTo && `<p>You will return to <code>${escapeHtml(returnTo)}</code>.</p>`;
  showPage(
    context,
    'Sign in to the sandbox as guest',
    `<p><strong>${escapeHtml(client?.clientName ?? clientId)}</strong> requests: <code>${escapeHtml(String(params.scope ?? ''))}</code></p>
${target ?? ''}
${renderButtonForm('Allow', `${context.path}/allow`)}
${renderButtonForm('Deny', `${context.path}/deny`)}`,
    returnTo,
  );
}

const interactionPath = new RegExp(`^${interactionRoute}/[\\w-]+(?:/(allow|deny))?$`, 'u');

/** Serves one page for sign-in and consent, because the only account has no password, and handles its two buttons. */
export function serveSignIn(provider: Provider): Middleware {
  return async (context, next) => {
    const [path, decision] = interactionPath.exec(context.path) ?? [];
    if (path === undefined || context.method !== (decision ? 'POST' : 'GET')) return next();
    const interaction = await provider.interactionDetails(context.req, context.res).catch(() => undefined);
    if (!interaction) {
      context.status = 400;
      showPage(
        context,
        'Sign-in expired',
        '<p>It expired or was started in another browser. Sign in again.</p>',
      );
    } else if (decision === undefined) {
      await ask(provider, context, interaction);
    } else {
      const denial = { error: 'access_denied', error_description: 'The guest denied access' };
      const result = decision === 'allow' ? await consent(provider, interaction) : denial;
      context.redirect(await provider.interactionResult(context.req, context.res, result));
      context.status = 303;
    }
  };
}
