import type { Connection } from '../../http/index.ts';
import { addressOf, type InferenceRequest } from '../../request/index.ts';
import { snippetToken } from '../../snippets/index.ts';

/** Where code is shown. */
export interface CodeSurroundings {
  /** Whether the code holds the token itself. */
  readonly withToken?: boolean;
  /** Whether the request goes to the sandbox inside Tryout. */
  readonly isSandbox?: boolean;
  /** The environment's variables; leave out where there are none, as in a browser. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** What a person has to do before the code of a request runs as the run does. */
export function codeNotes(
  connection: Connection,
  request: InferenceRequest,
  { withToken = false, isSandbox = false, environment }: CodeSurroundings,
): readonly string[] {
  if (isSandbox) {
    return [
      'This address is that of the sandbox in Tryout, and ends with it. For code that keeps running, start ' +
        'tryout sandbox, and give the addresses that it prints with --hub-url and --inference-url. ' +
        'HF_TOKEN may be any that begins with hf_.',
    ];
  }
  const token = snippetToken(connection, addressOf(request, connection), withToken);
  switch (token.kind) {
    case 'none':
      return [];
    case 'text':
      return connection.token === undefined
        ? [`You are not signed in: put your token in place of ${token.text}.`]
        : ['The code holds your token: show it to nobody.'];
    case 'environment': {
      if (environment?.[token.name]) return [];
      const reads = `The code reads your token from ${token.name}`;
      return [environment ? `${reads}, which is not set here.` : `${reads}: set it where the code runs.`];
    }
  }
}
