import { addressOf, snippetToken, type Connection, type InferenceRequest } from '@tryout/engine';

/** Where code is shown. */
interface Shown {
  readonly surroundings: { readonly environment: Readonly<Record<string, string | undefined>> };
  readonly options: { readonly sandbox?: boolean };
}

/** What a person has to do before the code of a request runs as the run does. */
export function codeNotes(
  { surroundings: { environment }, options }: Shown,
  connection: Connection,
  request: InferenceRequest,
  withToken: boolean,
): readonly string[] {
  if (options.sandbox) {
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
    case 'environment':
      return environment[token.name]
        ? []
        : [`The code reads your token from ${token.name}, which is not set here.`];
  }
}
