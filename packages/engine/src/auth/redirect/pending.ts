import { OAuthError } from '../../errors/index.ts';
import type { FindTransaction, SignInTransaction } from './redirect-grant.ts';
import type { WebStorage } from '../web-token-store.ts';

/** The keys of the specification, section 9; each sign-in has a pair of its own, so that two tabs both succeed (F23). */
const NONCE = 'oauth:nonce:';
const VERIFIER = 'oauth:code_verifier:';

/** Nobody takes an hour to press a button: what is older was given up. */
const LONGEST = 60 * 60 * 1000;

interface Kept extends Omit<SignInTransaction, 'verifier' | 'nonce'> {
  /** Milliseconds since the epoch. */
  readonly begun: number;
}

/**
 * Keeps a sign-in until the person comes back.
 * @throws OAuthError where the browser keeps nothing
 */
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

/** Forgets a sign-in, its verifier first. */
export function dropPending(storage: WebStorage, nonce: string): void {
  for (const key of [VERIFIER + nonce, NONCE + nonce]) {
    try {
      storage.removeItem(key);
    } catch {
      // A storage that takes nothing away gave nothing, either.
    }
  }
}

/** Finds a sign-in that is under way. */
export function findPending(storage: WebStorage): FindTransaction {
  return (nonce) => {
    const kept = keptOf(storage, nonce);
    if (!kept) return undefined;
    const { begun: _begun, ...transaction } = kept;
    const verifier = read(storage, VERIFIER + nonce);
    return { nonce, ...transaction, ...(verifier === null ? {} : { verifier }) };
  };
}

/** Whether any sign-in is under way; old and broken ones are forgotten. */
export function hasPending(storage: WebStorage, now: number): boolean {
  dropOld(storage, now);
  return noncesIn(storage).length > 0;
}

function dropOld(storage: WebStorage, now: number): void {
  for (const nonce of noncesIn(storage)) {
    const kept = keptOf(storage, nonce);
    if (!kept || Math.abs(now - kept.begun) > LONGEST) dropPending(storage, nonce);
  }
}

function noncesIn(storage: WebStorage): string[] {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(NONCE)).map((key) => key.slice(NONCE.length));
  } catch {
    return [];
  }
}

function keptOf(storage: WebStorage, nonce: string): Kept | undefined {
  try {
    const kept = JSON.parse(read(storage, NONCE + nonce) ?? 'null') as Kept | null;
    const { state, clientId, redirectUri, hubUrl } = kept ?? {};
    const areTexts = [state, clientId, redirectUri, hubUrl].every((text) => typeof text === 'string');
    return kept && areTexts && Number.isFinite(kept.begun) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function read(storage: WebStorage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}
