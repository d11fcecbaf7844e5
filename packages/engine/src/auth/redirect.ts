import { OAuthError } from '../errors/index.ts';
import { attempt, isRecord, parseBounded } from '../text/index.ts';
import type { WebStorage } from './token-store.ts';

/** A sign-in waiting for the redirect from the hub. */
export interface SignInTransaction {
  readonly nonce: string;
  /** The state as it was sent: JSON of {nonce, redirectUri, state?}. */
  readonly state: string;
  /** The PKCE verifier: a secret. */
  readonly verifier: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly hubUrl: string;
}

/** The app's own part of a checked state. */
export function getOwnState({ state }: Pick<SignInTransaction, 'state'>): string | undefined {
  const { state: appState } = JSON.parse(state) as { state?: unknown };
  return typeof appState === 'string' ? appState : undefined;
}

/** A hash route, but not `#//…`, which routers read as another origin. */
const hashRoute = /^#\/(?![/\\])[^\\\s\p{C}]*$/u;

const HOME_ROUTE = '#/';

/** The route to open after signing in: the given one if it is a hash route of this app. */
export function returnTarget(target: string | undefined): string {
  return target !== undefined && hashRoute.test(target) ? target : HOME_ROUTE;
}

export interface RedirectGrant {
  readonly transaction: SignInTransaction;
  readonly parameters: URLSearchParams;
}

/** Finds a pending sign-in; its verifier may be missing. */
type FindTransaction = (
  nonce: string,
) => (Omit<SignInTransaction, 'verifier'> & { readonly verifier?: string | undefined }) | undefined;

export const INVALID_STATE = 'Invalid oauth state in redirected URL';

/**
 * Checks the redirect from the hub: first the state, then the issuer, then the result (specification, section 8).
 * @throws OAuthError
 */
export function redirectGrant(parameters: URLSearchParams, find: FindTransaction): RedirectGrant {
  const transaction = getTransaction(parameters, find);
  const { verifier } = transaction;
  if (verifier === undefined) throw redirectError('Missing oauth code_verifier from localStorage');
  const issuer = parameters.get('iss');
  if (issuer !== null && !isSameIssuer(issuer, transaction.hubUrl))
    throw redirectError('The sign-in response came from a different issuer and was ignored');
  const error = parameters.get('error');
  if (error) {
    const description = parameters.get('error_description');
    throw redirectError(description ? `${error}: ${description}` : error, 'refused');
  }
  if (!parameters.get('code'))
    throw redirectError('Missing oauth code from query parameters in redirected URL');
  return { transaction: { ...transaction, verifier }, parameters };
}

function getNonce(parameters: URLSearchParams): string {
  const state = parameters.get('state');
  if (!state) throw redirectError('Missing oauth state from query parameters in redirected URL');
  const parsed = attempt(() => ({ json: JSON.parse(state) as unknown }));
  if (!parsed) throw redirectError(`${INVALID_STATE}, unable to parse JSON`);
  const nonce = isRecord(parsed.json) ? parsed.json['nonce'] : undefined;
  if (typeof nonce !== 'string' || nonce === '') throw redirectError(INVALID_STATE);
  return nonce;
}

/** The sign-in that a redirect belongs to: its state must be exactly the one that was sent. @throws OAuthError */
function getTransaction(parameters: URLSearchParams, find: FindTransaction) {
  const pending = find(getNonce(parameters));
  if (!pending || pending.state !== parameters.get('state') || parameters.getAll('state').length > 1)
    throw redirectError(INVALID_STATE);
  return pending;
}

function isSameIssuer(issuer: string, hubUrl: string): boolean {
  return URL.canParse(issuer) && new URL(issuer).href === new URL(hubUrl).href;
}

export function redirectError(message: string, outcome?: 'refused'): OAuthError {
  return new OAuthError(message, { outcome, hint: 'Sign in again, or use a token.' });
}

interface RedirectedPage {
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
 * Reads the hub's response and removes it from the page's URL; call it before anything is loaded. Always removes
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

/** The keys of the specification, section 9; each sign-in has its own pair, so that two tabs both succeed. */
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
  const pending = getPending(storage, nonce);
  if (!pending) return undefined;
  const { startedAt: _startedAt, ...transaction } = pending;
  return { nonce, ...transaction, verifier: attempt(() => storage.getItem(VERIFIER + nonce)) ?? undefined };
}

/** Removes old and invalid sign-ins. */
function dropOld(storage: WebStorage, now: number): void {
  for (const nonce of noncesIn(storage)) {
    const pending = getPending(storage, nonce);
    if (!pending || Math.abs(now - pending.startedAt) > MAX_AGE) dropPending(storage, nonce);
  }
}

function noncesIn(storage: WebStorage): string[] {
  const keys = attempt(() => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''));
  return (keys ?? []).filter((key) => key.startsWith(NONCE)).map((key) => key.slice(NONCE.length));
}

function getPending(storage: WebStorage, nonce: string): Pending | undefined {
  const pending = attempt(() => parseBounded(storage.getItem(NONCE + nonce) ?? 'null') as Pending | null);
  const { state, clientId, redirectUri, hubUrl } = pending ?? {};
  const areTexts = [state, clientId, redirectUri, hubUrl].every((text) => typeof text === 'string');
  return pending && areTexts && Number.isFinite(pending.startedAt) ? pending : undefined;
}
