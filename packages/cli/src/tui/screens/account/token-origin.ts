import { visibleLine } from '@tryout/engine';
import { fileTokenStore, findToken, hubTokenPath } from '@tryout/engine/node';
import type { Picker } from '../../app/picker.ts';

/** Where the token of whoever is signed in comes from, as a sentence goes on after `The token is`. */
export async function tokenOrigin(picker: Picker): Promise<string> {
  const { isSandbox, folder, hubUrl, surroundings } = picker;
  const { environment } = surroundings;
  const { token } = picker.connection();
  if (isSandbox) return 'that of the sandbox, for this session';
  if (token !== undefined && token === environment['HF_TOKEN']?.trim()) return 'in HF_TOKEN';
  const store = fileTokenStore(folder, hubUrl);
  const found = await findToken({ ...environment, HF_TOKEN: undefined }, store);
  // A renewed one differs from the one that the session began with.
  if (found.grant) return `from signing in on a page of the hub, kept in ${visibleLine(folder)}`;
  if (found.token !== token) return 'for this session only, and not kept';
  if (found.source === 'store') return `kept in ${visibleLine(folder)}`;
  return `that of the Hub's own tools, in ${visibleLine(hubTokenPath(environment))}`;
}
