import { OAuthError } from '../../errors/index.ts';
import type { WebStorage } from '../web-token-store.ts';
import { dropPending, findPending, hasPending } from './pending.ts';
import { nonceOf, ownStateOf, redirectGrant, type RedirectGrant, transactionOf } from './redirect-grant.ts';

/** The page as far as a redirect touches it. */
export interface RedirectedPage {
  /** Its address as it was opened. */
  readonly href: string;
  /** Puts another address in the place of it, in the history too, without loading anything (`history.replaceState`). */
  replace(href: string): void;
}

/** What to do about the address that a page was opened with. */
export type RedirectOutcome =
  /** It holds no answer to a sign-in. */
  | { readonly status: 'none' }
  /** It holds one that nobody waits for: a reloaded page, or an error that no one asked for. */
  | { readonly status: 'ignored'; readonly warning?: string }
  | {
      readonly status: 'failed';
      readonly error: OAuthError;
      /** What the app gave along, where the answer belongs to a sign-in of its own; see `returnTarget`. */
      readonly state?: string;
    }
  /** Finish it with `finishSignIn`. */
  | { readonly status: 'ready'; readonly grant: RedirectGrant };

/** Names of the query that belong to the answer; others are the page's own. */
const answerNames = ['code', 'state', 'iss', 'session_state', 'error', 'error_description', 'error_uri'];

export interface TakeRedirectOptions {
  readonly page: RedirectedPage;
  readonly storage: WebStorage;
  /** Milliseconds since the epoch. */
  readonly now?: number;
}

/**
 * Takes the answer of the hub out of the address that the page was opened with, at once and without any request: call
 * it before anything is loaded (F24). The address is clean afterwards, and the sign-in that was answered is forgotten
 * in every outcome, its verifier too; sign-ins of other tabs stay.
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
  try {
    return { status: 'ready', grant: redirectGrant(parameters, findPending(storage)) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const state = stateOf(parameters, storage);
    return { status: 'failed', error, ...(state === undefined ? {} : { state }) };
  } finally {
    forgetAnswered(parameters, storage);
  }
}

function stateOf(parameters: URLSearchParams, storage: WebStorage): string | undefined {
  try {
    return ownStateOf(transactionOf(parameters, findPending(storage)));
  } catch {
    return undefined;
  }
}

function forgetAnswered(parameters: URLSearchParams, storage: WebStorage): void {
  try {
    dropPending(storage, nonceOf(parameters));
  } catch {
    // A state that names no sign-in ends none.
  }
}
