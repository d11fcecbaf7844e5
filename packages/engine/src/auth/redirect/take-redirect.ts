import { OAuthError } from '../../errors/index.ts';
import { attempt } from '../attempt.ts';
import type { WebStorage } from '../web-token-store.ts';
import { dropPending, findPending, hasPending } from './pending.ts';
import { nonceOf, ownStateOf, redirectGrant, transactionOf, type RedirectGrant } from './redirect-grant.ts';

export interface RedirectedPage {
  /** The page's address. */
  readonly href: string;
  /** Replaces the address without loading anything (`history.replaceState`). */
  replace(href: string): void;
}

/** The result of a sign-in redirect. */
export type RedirectOutcome =
  | { readonly status: 'none' }
  /** No sign-in is pending: a reloaded page, or an error that no one asked for. */
  | { readonly status: 'ignored'; readonly warning?: string }
  /** `state` is the app's own; see `returnTarget`. */
  | { readonly status: 'failed'; readonly error: OAuthError; readonly state?: string | undefined }
  /** Finish it with `finishSignIn`. */
  | { readonly status: 'ready'; readonly grant: RedirectGrant };

/** Other names in the query are the page's own. */
const answerNames = ['code', 'state', 'iss', 'session_state', 'error', 'error_description', 'error_uri'];

interface TakeRedirectOptions {
  readonly page: RedirectedPage;
  readonly storage: WebStorage;
  /** Milliseconds since the epoch. */
  readonly now?: number;
}

/**
 * Takes the hub's response out of the page's address. Call it before anything is loaded (F24). The address is clean
 * afterwards, and this sign-in is forgotten in every case; those of other tabs stay.
 */
export function takeRedirect({ page, storage, now = Date.now() }: TakeRedirectOptions): RedirectOutcome {
  const url = new URL(page.href);
  const parameters = new URLSearchParams(url.search);
  if (!parameters.has('error') && !parameters.has('code')) return { status: 'none' };
  for (const name of answerNames) url.searchParams.delete(name);
  page.replace(url.href);
  if (!hasPending(storage, now)) {
    const warning = 'Missing oauth nonce from localStorage';
    return { status: 'ignored', ...(parameters.has('code') ? { warning } : {}) };
  }
  const find = findPending(storage);
  try {
    return { status: 'ready', grant: redirectGrant(parameters, find) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return {
      status: 'failed',
      error,
      state: attempt(() => ownStateOf(transactionOf(parameters, find))),
    };
  } finally {
    attempt(() => dropPending(storage, nonceOf(parameters)));
  }
}
