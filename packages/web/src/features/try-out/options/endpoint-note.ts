import { withheldTokenNote, type Connection } from '@tryout/engine';

/** The command that sends a token where this page does not. */
export const SENDING_WAY = 'tryout run --send-token';

/** One line where the token does not go along to an address (F12); a page has no switch for that. */
export function endpointNote(connection: Connection, url: string): string | undefined {
  return withheldTokenNote(connection, { server: 'endpoint', url }, SENDING_WAY);
}
