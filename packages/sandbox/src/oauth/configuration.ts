import { randomBytes } from 'node:crypto';
import type { Configuration } from 'oidc-provider';
import { clientDefaults, sandboxClient } from './clients.ts';
import { askForCode, confirmCode, showError, showSuccess } from './device-pages.ts';
import { claimsOfScopes, findGuest } from './guest.ts';
import { LoopbackClients } from './loopback-clients.ts';
import { MemoryStore } from './memory-store.ts';
import { interactionRoute, routes } from './routes.ts';
import { makeSigningKey } from './signing-key.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How client metadata documents are fetched. */
export type FetchDocument = NonNullable<Configuration['fetch']>;

/** The provider library's settings for a hub with one guest and public clients only. */
export async function configure(issuer: string, fetchDocument?: FetchDocument): Promise<Configuration> {
  return {
    adapter: (kind) => (kind === 'Client' ? new LoopbackClients() : new MemoryStore()),
    jwks: { keys: [await makeSigningKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    routes,
    scopes: ['openid', 'profile', 'email', 'inference-api'],
    claims: claimsOfScopes,
    responseTypes: ['code'],
    clients: [sandboxClient],
    clientDefaults,
    clientAuthMethods: ['none'],
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    findAccount: (_context, id) => findGuest(issuer, id),
    interactions: { url: (_context, { uid }) => `${interactionRoute}/${uid}` },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    renderError: (context, { error, error_description }) => showError(context, error, error_description),
    ...(fetchDocument ? { fetch: fetchDocument } : {}),
    features: {
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      devInteractions: { enabled: false },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: (context, _form, _out, error) => askForCode(context, error),
        userCodeConfirmSource: (context, _form, client, _device, userCode) =>
          confirmCode(context, client.clientName ?? client.clientId, userCode),
        successSource: showSuccess,
      },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AccessToken: 8 * hour,
      AuthorizationCode: minute,
      DeviceCode: 15 * minute,
      Grant: 14 * day,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: 14 * day,
      Session: 14 * day,
    },
  };
}
