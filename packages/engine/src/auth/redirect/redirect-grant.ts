import { OAuthError } from '../../errors/index.ts';

/** A sign-in that was begun and waits for the hub to send the person back. */
export interface SignInTransaction {
  /** Tells it from others; part of `state`. */
  readonly nonce: string;
  /** The whole state as it was sent: JSON of {nonce, redirectUri, state?}. */
  readonly state: string;
  /** The PKCE verifier: a secret. */
  readonly verifier: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The hub that was asked; its issuer. */
  readonly hubUrl: string;
}

/** The app's own part of a state that has been checked. */
export function ownStateOf({ state }: Pick<SignInTransaction, 'state'>): string | undefined {
  const { state: own } = JSON.parse(state) as { state?: unknown };
  return typeof own === 'string' ? own : undefined;
}

/** A hash route: neither another origin, nor `#//…`, which routers take for one, nor anything unseen. */
const hashRoute = /^#\/(?![/\\])[^\\\s\p{C}]*$/u;

/** The start page. */
export const HOME_ROUTE = '#/';

/** Where to go after signing in: the given place if it is a hash route of this very app, else the start page (F21). */
export function returnTarget(wanted: string | undefined): string {
  return wanted !== undefined && hashRoute.test(wanted) ? wanted : HOME_ROUTE;
}

/** An answer of the hub that belongs to a sign-in of ours; its code is still to be redeemed. */
export interface RedirectGrant {
  readonly transaction: SignInTransaction;
  /** The query that the person came back with. */
  readonly parameters: URLSearchParams;
}

/** Finds what was remembered of a sign-in; its verifier may have been lost. */
export type FindTransaction = (
  nonce: string,
) => (Omit<SignInTransaction, 'verifier'> & { readonly verifier?: string }) | undefined;

const INVALID_STATE = 'Invalid oauth state in redirected URL';

/**
 * Checks what the hub sent a person back with: the state before anything else, then who answers, then what was
 * answered (specification, section 8; F20, F22).
 * @throws OAuthError
 */
export function redirectGrant(parameters: URLSearchParams, find: FindTransaction): RedirectGrant {
  const found = transactionOf(parameters, find);
  const { verifier } = found;
  if (verifier === undefined) throw failed('Missing oauth code_verifier from localStorage');
  const issuer = parameters.get('iss');
  if (issuer !== null && !isSameIssuer(issuer, found.hubUrl))
    throw failed('The answer to the sign-in came from another issuer and was not used');
  const error = parameters.get('error');
  // An empty one says nothing, and a code may stand beside it.
  if (error) throw refused(error, parameters.get('error_description'));
  if (!parameters.get('code')) throw failed('Missing oauth code from query parameters in redirected URL');
  return { transaction: { ...found, verifier }, parameters };
}

/** The nonce of a state. @throws OAuthError where there is no state, or none of ours */
export function nonceOf(parameters: URLSearchParams): string {
  const state = parameters.get('state');
  if (!state) throw failed('Missing oauth state from query parameters in redirected URL');
  const parsed = parse(state);
  const nonce = typeof parsed === 'object' && parsed !== null && 'nonce' in parsed ? parsed.nonce : undefined;
  if (typeof nonce !== 'string' || nonce === '') throw failed(INVALID_STATE);
  return nonce;
}

/**
 * The sign-in that an answer belongs to: its state is the very one that was sent.
 * @throws OAuthError
 */
export function transactionOf(parameters: URLSearchParams, find: FindTransaction) {
  const found = find(nonceOf(parameters));
  // What else stands in the state must be as it was sent, too.
  if (!found || found.state !== parameters.get('state') || parameters.getAll('state').length > 1)
    throw failed(INVALID_STATE);
  return found;
}

function parse(state: string): unknown {
  try {
    return JSON.parse(state) as unknown;
  } catch {
    throw failed(`${INVALID_STATE}, unable to parse JSON`);
  }
}

function isSameIssuer(issuer: string, hubUrl: string): boolean {
  return URL.canParse(issuer) && new URL(issuer).href === new URL(hubUrl).href;
}

const BEGIN_AGAIN = 'Sign in again, or use a token.';

function failed(message: string): OAuthError {
  return new OAuthError(message, { hint: BEGIN_AGAIN });
}

/** What the hub answers in place of a code: `{error}: {description}`. */
function refused(error: string, description: string | null): OAuthError {
  return new OAuthError(description ? `${error}: ${description}` : error, {
    outcome: 'refused',
    hint: BEGIN_AGAIN,
  });
}
