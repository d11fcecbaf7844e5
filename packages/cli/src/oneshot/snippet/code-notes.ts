import { addressOf, mayReceiveToken, type Connection, type InferenceRequest } from '@tryout/engine';
import type { Call } from '../../context/context.ts';

/** What a person has to do before the code of a request runs as the run does. */
export function codeNotes(
  { surroundings: { environment }, options }: Call,
  connection: Connection,
  request: InferenceRequest,
  withToken: boolean,
): readonly string[] {
  if (options.sandbox) {
    return ['The embedded hub ends with this command; tryout sandbox starts one that stays.'];
  }
  const address = addressOf(request, connection);
  const isForeign = !mayReceiveToken(address, { ...connection, sendToken: false });
  if (connection.token === undefined) {
    return isForeign ? [] : ['You are not signed in: put your token in place of {API_TOKEN}.'];
  }
  if (!mayReceiveToken(address, connection)) return [];
  if (withToken) return ['The code holds your token: show it to nobody.'];
  const variable = isForeign ? 'API_TOKEN' : 'HF_TOKEN';
  return environment[variable] ? [] : [`The code reads your token from ${variable}, which is not set here.`];
}
