import type { Account, InteractionResults, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { escapeHtml } from '../exchange/http.ts';
import { avatarRoute, buttonForm, interactionRoute, routes, showPage } from './pages.ts';

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

/** Serves the picture of the guest. */
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
${buttonForm('Allow', `${context.path}/allow`)}
${buttonForm('Deny', `${context.path}/deny`)}`,
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
