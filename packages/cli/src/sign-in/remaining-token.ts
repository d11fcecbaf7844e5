import type { TokenStore } from '@tryout/engine';
import { findToken } from '@tryout/engine/node';

type Environment = Readonly<Record<string, string | undefined>>;

/** What still signs a person in who has signed out (F19). */
export interface RemainingToken {
  readonly source?: 'HF_TOKEN' | 'hub-file' | 'store';
  /** One line about something that was passed over. */
  readonly notice?: string;
}

/**
 * Looks for another token than the one that was forgotten.
 * @param isFromEnvironment whether `HF_TOKEN` holds a token
 */
export async function remainingToken(
  environment: Environment,
  store: TokenStore,
  isFromEnvironment: boolean,
): Promise<RemainingToken> {
  const { source, notice } = await findToken({ ...environment, HF_TOKEN: undefined }, store);
  const found = isFromEnvironment ? 'HF_TOKEN' : source;
  return { ...(found === undefined ? {} : { source: found }), ...(notice === undefined ? {} : { notice }) };
}

/** What to tell about the token that remains; undefined where there is none. */
export function remainingNote({ source }: RemainingToken): string | undefined {
  if (source === 'HF_TOKEN') return 'HF_TOKEN is still set and goes on signing you in; unset it.';
  if (source === 'hub-file')
    return "The token of the Hub's own tools is still there and goes on signing you in.";
  return undefined;
}
