import type { ClientMetadata, Provider } from 'oidc-provider';
import { isLoopbackAddress } from './loopback-address.ts';

/** Id of the client that is registered beforehand. */
export const sandboxClientId = 'tryout-sandbox';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** What a client is unless its metadata says otherwise: public, without a secret, by code or device code. */
export const clientDefaults = {
  grant_types: ['authorization_code', 'refresh_token', deviceGrant],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
} satisfies Partial<ClientMetadata>;

export const sandboxClient: ClientMetadata = {
  client_id: sandboxClientId,
  client_name: 'Tryout',
  application_type: 'native',
  redirect_uris: ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}/`),
};

/** Lets the sandbox's own client come back to any path and port of this machine. */
export function allowLoopbackRedirects(provider: Provider): void {
  const client = provider.Client.prototype;
  const registered = client.redirectUriAllowed;
  client.redirectUriAllowed = function (uri) {
    return this.clientId === sandboxClientId ? isLoopbackAddress(uri) : registered.call(this, uri);
  };
}
