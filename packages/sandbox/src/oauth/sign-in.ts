import type { InteractionResults, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { guestId } from './guest.ts';
import { buttonForm, escapeHtml, showPage } from './page.ts';
import { interactionRoute } from './routes.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const address = new RegExp(`^${interactionRoute}/[\\w-]+(?:/(allow|deny))?$`, 'u');

/**
 * The page that asks whether the guest lets an app in, and what its two buttons lead to. One page is sign-in and
 * consent in one, since there is one account and it has no password.
 */
export function signIn(
  provider: Provider,
): (context: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void> {
  return async (context, next) => {
    const [path, decision] = address.exec(context.path) ?? [];
    if (path === undefined || context.method !== (decision ? 'POST' : 'GET')) return next();
    const interaction = await provider.interactionDetails(context.req, context.res).catch(() => undefined);
    if (!interaction) {
      context.status = 400;
      showPage(
        context,
        'This sign-in is over',
        '<p>It has ended, or began in another browser. Begin again.</p>',
      );
    } else if (decision === undefined) {
      await ask(provider, context, interaction);
    } else {
      const result = decision === 'allow' ? await consent(provider, interaction) : denial;
      context.redirect(await provider.interactionResult(context.req, context.res, result));
      context.status = 303;
    }
  };
}

const denial = { error: 'access_denied', error_description: 'The guest said no' };

async function consent(provider: Provider, { params }: Interaction): Promise<InteractionResults> {
  const grant = new provider.Grant({ accountId: guestId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope ?? ''));
  return { login: { accountId: guestId }, consent: { grantId: await grant.save() } };
}

async function ask(provider: Provider, context: KoaContextWithOIDC, { params }: Interaction): Promise<void> {
  const clientId = String(params.client_id);
  const client = await provider.Client.find(clientId);
  const app = escapeHtml(client?.clientName ?? clientId);
  const scopes = escapeHtml(String(params.scope ?? ''));
  const returnTo = typeof params.redirect_uri === 'string' ? params.redirect_uri : undefined;
  const back =
    returnTo === undefined ? '' : `<p>Then you go back to <code>${escapeHtml(returnTo)}</code>.</p>`;
  showPage(
    context,
    'Sign in to the sandbox as guest',
    `<p><strong>${app}</strong> asks for: <code>${scopes}</code></p>
${back}
${buttonForm('Allow', `${context.path}/allow`)}
${buttonForm('Deny', `${context.path}/deny`)}`,
    returnTo,
  );
}
