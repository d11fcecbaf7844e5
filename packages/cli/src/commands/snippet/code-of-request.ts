import {
  codeNotes,
  InputError,
  ownFormNote,
  pieceOfSnippet,
  snippetsOf,
  type InferenceRequest,
} from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';
import type { CodeChoice } from './choose-code.ts';
import type { PreparedCode } from './prepared-code.ts';

/**
 * The code that makes one request.
 * @param file the name of the file that the code saves; one that fits its answer by default
 * @throws InputError when nothing that was asked for can make it
 */
export function codeOfRequest(
  call: Call,
  { connection }: Pick<Context, 'connection'>,
  request: InferenceRequest,
  { language, client, withToken }: CodeChoice,
  file?: string,
): PreparedCode {
  const write = (contentType?: string) =>
    snippetsOf(request, connection, {
      withToken,
      ...(language === undefined ? {} : { languages: [language] }),
      ...(client === undefined ? {} : { clients: [client] }),
      ...(contentType === undefined ? {} : { contentType }),
      ...(file === undefined ? {} : { file }),
    });
  const { snippets, missing } = write();
  // A client may be left out in two languages for one reason.
  const reasons = [...new Set(missing.map(({ reason }) => reason))];
  if (snippets.length === 0) {
    throw new InputError(reasons.join('; '), { hint: 'Leave out --client for all that can.' });
  }
  const ownForm = ownFormNote(request, snippets);
  return {
    notes: [
      ...reasons.map((reason) => `${reason}.`),
      ...(ownForm === undefined ? [] : [ownForm]),
      ...codeNotes(connection, request, {
        withToken,
        isSandbox: call.options.sandbox === true,
        environment: call.runtime.environment,
      }),
    ],
    pieces: (contentType) => write(contentType).snippets.map(pieceOfSnippet),
  };
}
