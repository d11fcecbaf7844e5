import { allowInsecureRequests, customFetch, type Client } from 'oauth4webapi';
import { hubFetch, type OAuthClient } from './hub-fetch.ts';

/** What the library is called with. */
export interface LibraryCall {
  readonly client: Client;
  readonly options: {
    readonly [customFetch]: typeof fetch;
    readonly [allowInsecureRequests]: boolean;
  };
}

/** The library over our own way of sending. @throws as {@link hubFetch} */
export function libraryCall(asking: OAuthClient): LibraryCall {
  return {
    client: { client_id: asking.clientId },
    options: {
      [customFetch]: hubFetch(asking),
      // That the way is private is our own rule: https, or http to this very machine.
      [allowInsecureRequests]: new URL(asking.connection.hubUrl).protocol === 'http:',
    },
  };
}
