import { mayReceiveToken, type Connection } from '../http/index.ts';
import type { SnippetToken } from './snippet-context.ts';

/** Stands for a token where there is none (specification, section 7, generated examples). */
const PLACEHOLDER = '{API_TOKEN}';

/** The variable that the Hub's own tools read. */
const HUB_VARIABLE = 'HF_TOKEN';

/** Another name for another host, so that the Hub's token does not get there by a habit of the shell. */
const FOREIGN_VARIABLE = 'API_TOKEN';

/**
 * How the code for a run says who asks: where the run sends a token the code does too, read from the environment unless
 * the token itself was asked for (F14), and where it keeps one back so does the code. A run without a token gives code
 * with a placeholder for one at the Hub's own addresses, and none elsewhere.
 * @param address where the run goes
 */
export function snippetToken(
  connection: Pick<Connection, 'hubUrl' | 'inferenceUrl' | 'sendToken' | 'token'>,
  address: string,
  withToken: boolean,
): SnippetToken {
  const { token } = connection;
  const isForeign = !mayReceiveToken(address, { ...connection, sendToken: false });
  if (token === undefined) return isForeign ? { kind: 'none' } : { kind: 'text', text: PLACEHOLDER };
  if (isForeign && !mayReceiveToken(address, connection)) return { kind: 'none' };
  if (withToken) return { kind: 'text', text: token };
  return { kind: 'environment', name: isForeign ? FOREIGN_VARIABLE : HUB_VARIABLE };
}
