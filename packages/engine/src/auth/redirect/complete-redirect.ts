import { OAuthError } from '../../errors/index.ts';
import { attempt, parseBounded } from '../../text/index.ts';
import type { WebStorage } from '../web-token-store.ts';
import {
  getNonce,
  getOwnState,
  redirectGrant,
  getTransaction,
  type FindTransaction,
  type RedirectGrant,
  type SignInTransaction,
} from './redirect-grant.ts';

export interface RedirectedPage {
  readonly href: string;
  /** Replaces the address without loading anything (`history.replaceState`). */
  replace(href: string): void;
}

export type RedirectOutcome =
  | { readonly status: 'none' }
  /** No sign-in is pending, for example after a reload. */
  | { readonly status: 'ignored'; readonly warning?: string }
  /** `state` is the app's own; see `returnTarget`. */
  | { readonly status: 'failed'; readonly error: OAuthError; readonly state?: string | undefined }
  | { readonly status: 'ready'; readonly grant: RedirectGrant };

/** Query parameters of the response; others belong to the page. */
const redirectParameters = [
  'code',
  'state',
  'iss',
  'session_state',
  'error',
  'error_description',
  'error_uri',
];

interface CompleteRedirectOptions {
  readonly page: RedirectedPage;
  readonly storage: WebStorage;
  /** Milliseconds since the epoch. */
  readonly now?: number;
}

/**
 * Reads the hub's response and removes it from the page's URL; call it before anything is loaded (F24). Always removes
 * the stored data of this sign-in, but not that of other tabs.
 */
export function completeRedirect({
  page,
  storage,
  now = Date.now(),
}: CompleteRedirectOptions): RedirectOutcome {
  const url = new URL(page.href);
  const parameters = new URLSearchParams(url.search);
  if (!parameters.has('error') && !parameters.has('code')) return { status: 'none' };
  for (const name of redirectParameters) url.searchParams.delete(name);
  page.replace(url.href);
  dropOld(storage, now);
  if (noncesIn(storage).length === 0) {
    const warning = 'Missing oauth nonce from localStorage';
    return { status: 'ignored', ...(parameters.has('code') ? { warning } : {}) };
  }
  const find = (nonce: string) => findPending(storage, nonce);
  try {
    return { status: 'ready', grant: redirectGrant(parameters, find) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const state = attempt(() => getOwnState(getTransaction(parameters, find)));
    return { status: 'failed', error, state };
  } finally {
    attempt(() => dropPending(storage, getNonce(parameters)));
  }
}

/** The keys of the specification, section 9; each sign-in has its own pair, so that two tabs both succeed (F23). */
const NONCE = 'oauth:nonce:';
const VERIFIER = 'oauth:code_verifier:';

/** Milliseconds; older sign-ins were abandoned. */
const MAX_AGE = 60 * 60 * 1000;

interface Pending extends Omit<SignInTransaction, 'verifier' | 'nonce'> {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Stores a sign-in until the redirect. @throws OAuthError if the browser has no storage */
export function storePending(
  storage: WebStorage,
  { nonce, verifier, ...transaction }: SignInTransaction,
  now: number,
): void {
  dropOld(storage, now);
  try {
    storage.setItem(NONCE + nonce, JSON.stringify({ ...transaction, startedAt: now } satisfies Pending));
    storage.setItem(VERIFIER + nonce, verifier);
  } catch {
    dropPending(storage, nonce);
    throw new OAuthError('Signing in through the hub requires browser storage, which is blocked here', {
      hint: 'Allow storage for this site, or use a token.',
    });
  }
}

export function dropPending(storage: WebStorage, nonce: string): void {
  for (const key of [VERIFIER + nonce, NONCE + nonce]) attempt(() => storage.removeItem(key));
}

function findPending(storage: WebStorage, nonce: string): ReturnType<FindTransaction> {
  const kept = getPending(storage, nonce);
  if (!kept) return undefined;
  const { startedAt: _startedAt, ...transaction } = kept;
  return { nonce, ...transaction, verifier: attempt(() => storage.getItem(VERIFIER + nonce)) ?? undefined };
}

/** Removes old and invalid sign-ins. */
function dropOld(storage: WebStorage, now: number): void {
  for (const nonce of noncesIn(storage)) {
    const kept = getPending(storage, nonce);
    if (!kept || Math.abs(now - kept.startedAt) > MAX_AGE) dropPending(storage, nonce);
  }
}

function noncesIn(storage: WebStorage): string[] {
  const keys = attempt(() => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''));
  return (keys ?? []).filter((key) => key.startsWith(NONCE)).map((key) => key.slice(NONCE.length));
}

function getPending(storage: WebStorage, nonce: string): Pending | undefined {
  const kept = attempt(() => parseBounded(storage.getItem(NONCE + nonce) ?? 'null') as Pending | null);
  const { state, clientId, redirectUri, hubUrl } = kept ?? {};
  const areTexts = [state, clientId, redirectUri, hubUrl].every((text) => typeof text === 'string');
  return kept && areTexts && Number.isFinite(kept.startedAt) ? kept : undefined;
}
