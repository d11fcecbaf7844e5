import { OAuthError } from '../../errors/index.ts';
import { attempt, isRecord } from '../../text/index.ts';

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
  const { state: own } = JSON.parse(state) as { state?: unknown };
  return typeof own === 'string' ? own : undefined;
}

/** A hash route, but not `#//…`, which routers read as another origin. */
const hashRoute = /^#\/(?![/\\])[^\\\s\p{C}]*$/u;

export const HOME_ROUTE = '#/';

/** The route to open after signing in: the given one if it is a hash route of this app (F21). */
export function returnTarget(wanted: string | undefined): string {
  return wanted !== undefined && hashRoute.test(wanted) ? wanted : HOME_ROUTE;
}

export interface RedirectGrant {
  readonly transaction: SignInTransaction;
  readonly parameters: URLSearchParams;
}

/** Finds a pending sign-in; its verifier may be missing. */
export type FindTransaction = (
  nonce: string,
) => (Omit<SignInTransaction, 'verifier'> & { readonly verifier?: string | undefined }) | undefined;

export const INVALID_STATE = 'Invalid oauth state in redirected URL';

/**
 * Checks the redirect from the hub: first the state, then the issuer, then the result (specification, section 8; F20,
 * F22).
 * @throws OAuthError
 */
export function redirectGrant(parameters: URLSearchParams, find: FindTransaction): RedirectGrant {
  const found = getTransaction(parameters, find);
  const { verifier } = found;
  if (verifier === undefined) throw redirectError('Missing oauth code_verifier from localStorage');
  const issuer = parameters.get('iss');
  if (issuer !== null && !isSameIssuer(issuer, found.hubUrl))
    throw redirectError('The sign-in response came from a different issuer and was ignored');
  const error = parameters.get('error');
  if (error) {
    const description = parameters.get('error_description');
    throw redirectError(description ? `${error}: ${description}` : error, 'refused');
  }
  if (!parameters.get('code'))
    throw redirectError('Missing oauth code from query parameters in redirected URL');
  return { transaction: { ...found, verifier }, parameters };
}

export function getNonce(parameters: URLSearchParams): string {
  const state = parameters.get('state');
  if (!state) throw redirectError('Missing oauth state from query parameters in redirected URL');
  const parsed = attempt(() => ({ json: JSON.parse(state) as unknown }));
  if (!parsed) throw redirectError(`${INVALID_STATE}, unable to parse JSON`);
  const nonce = isRecord(parsed.json) ? parsed.json['nonce'] : undefined;
  if (typeof nonce !== 'string' || nonce === '') throw redirectError(INVALID_STATE);
  return nonce;
}

/** The sign-in that a redirect belongs to: its state must be exactly the one that was sent. @throws OAuthError */
export function getTransaction(parameters: URLSearchParams, find: FindTransaction) {
  const found = find(getNonce(parameters));
  if (!found || found.state !== parameters.get('state') || parameters.getAll('state').length > 1)
    throw redirectError(INVALID_STATE);
  return found;
}

function isSameIssuer(issuer: string, hubUrl: string): boolean {
  return URL.canParse(issuer) && new URL(issuer).href === new URL(hubUrl).href;
}

export function redirectError(message: string, outcome?: 'refused'): OAuthError {
  return new OAuthError(message, { outcome, hint: 'Sign in again, or use a token.' });
}
