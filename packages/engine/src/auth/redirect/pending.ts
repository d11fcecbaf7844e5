import { OAuthError } from '../../errors/index.ts';
import { attempt } from '../attempt.ts';
import type { WebStorage } from '../web-token-store.ts';
import type { FindTransaction, SignInTransaction } from './redirect-grant.ts';

/** The keys of the specification, section 9; each sign-in has its own pair, so that two tabs both succeed (F23). */
const NONCE = 'oauth:nonce:';
const VERIFIER = 'oauth:code_verifier:';

/** Milliseconds; older sign-ins were given up. */
const MAX_AGE = 60 * 60 * 1000;

interface Kept extends Omit<SignInTransaction, 'verifier' | 'nonce'> {
  /** Milliseconds since the epoch. */
  readonly begun: number;
}

/** Stores a sign-in until the redirect. @throws OAuthError if the browser has no storage */
export function keepPending(
  storage: WebStorage,
  { nonce, verifier, ...transaction }: SignInTransaction,
  now: number,
): void {
  dropOld(storage, now);
  try {
    storage.setItem(NONCE + nonce, JSON.stringify({ ...transaction, begun: now } satisfies Kept));
    storage.setItem(VERIFIER + nonce, verifier);
  } catch {
    dropPending(storage, nonce);
    throw new OAuthError('Signing in through the hub needs storage, which this browser does not allow here', {
      hint: 'Allow it, or use a token.',
    });
  }
}

export function dropPending(storage: WebStorage, nonce: string): void {
  for (const key of [VERIFIER + nonce, NONCE + nonce]) attempt(() => storage.removeItem(key));
}

export function findPending(storage: WebStorage): FindTransaction {
  return (nonce) => {
    const kept = keptOf(storage, nonce);
    if (!kept) return undefined;
    const { begun: _begun, ...transaction } = kept;
    return { nonce, ...transaction, verifier: attempt(() => storage.getItem(VERIFIER + nonce)) ?? undefined };
  };
}

/** Whether any sign-in is pending; removes old and invalid ones. */
export function hasPending(storage: WebStorage, now: number): boolean {
  dropOld(storage, now);
  return noncesIn(storage).length > 0;
}

function dropOld(storage: WebStorage, now: number): void {
  for (const nonce of noncesIn(storage)) {
    const kept = keptOf(storage, nonce);
    if (!kept || Math.abs(now - kept.begun) > MAX_AGE) dropPending(storage, nonce);
  }
}

function noncesIn(storage: WebStorage): string[] {
  const keys = attempt(() => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''));
  return (keys ?? []).filter((key) => key.startsWith(NONCE)).map((key) => key.slice(NONCE.length));
}

function keptOf(storage: WebStorage, nonce: string): Kept | undefined {
  const kept = attempt(() => JSON.parse(storage.getItem(NONCE + nonce) ?? 'null') as Kept | null);
  const { state, clientId, redirectUri, hubUrl } = kept ?? {};
  const areTexts = [state, clientId, redirectUri, hubUrl].every((text) => typeof text === 'string');
  return kept && areTexts && Number.isFinite(kept.begun) ? kept : undefined;
}
