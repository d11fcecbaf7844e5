import { redact } from '../text/index.ts';
import type { Outcome } from './failure.ts';
import { TryoutError } from './tryout-error.ts';

interface OAuthErrorOptions {
  /** `failed` by default; `refused` where the person or the hub said no. */
  outcome?: Outcome;
  /** The status of the hub's answer. */
  status?: number;
  url?: string;
  hint?: string;
}

/**
 * Signing in through the hub did not work. It has no cause: those of the library hold tokens, codes and verifiers.
 * Its message may quote the hub and is text, never markup.
 */
export class OAuthError extends TryoutError {
  override readonly name = 'OAuthError';
  readonly outcome: Outcome;
  readonly status?: number;
  readonly url?: string;

  constructor(message: string, { outcome = 'failed', status, url, hint }: OAuthErrorOptions = {}) {
    super(redact(message), { hint });
    this.outcome = outcome;
    if (status !== undefined) this.status = status;
    if (url !== undefined) this.url = url;
  }
}
