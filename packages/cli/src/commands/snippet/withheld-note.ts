import { snippetToken, withheldTokenNote, type Connection, type InferenceRequest } from '@tryout/engine';

/** One line when the code sends no token to an endpoint on a foreign host, although there is one (F12). */
export function withheldFromCodeNote(
  connection: Connection,
  request: InferenceRequest,
  withToken: boolean,
): string | undefined {
  if (withheldTokenNote(connection, request) === undefined) return undefined;
  const { host, protocol } = new URL(request.url);
  const none = `The code sends no token to ${host}`;
  const token = snippetToken({ ...connection, sendToken: true }, request.url, withToken);
  switch (token.kind) {
    case 'none':
      return `${none}: ${protocol}// could be read on the way.`;
    case 'text':
      return `${none}; --send-token writes yours into it.`;
    case 'environment':
      return `${none}; --send-token makes it read one from ${token.name}.`;
  }
}
