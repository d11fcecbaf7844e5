import type { Connection } from '../http/index.ts';
import { addressOf, usesHubFormat, type InferenceRequest } from '../request/index.ts';
import {
  languages,
  snippetClients,
  snippetToken,
  snippetsOf,
  tryoutCommand,
  type Snippet,
} from '../snippets/index.ts';
import type { CodeEntry, CodePiece, CodeTab } from './code-entries.ts';

/** Unique names: `curl, requests and fetch`. */
function listed(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** A note on plain HTTP code for a provider, since only the Hub's clients can read its response. */
export function providerFormatNote(
  { server, conversation }: Pick<InferenceRequest, 'server' | 'conversation'>,
  snippets: readonly Pick<Snippet, 'language' | 'client'>[],
): string | undefined {
  if (usesHubFormat(server) || conversation) return undefined;
  const plain = snippets.filter(speaksHttp).map(({ client }) => client);
  const reading = snippets.filter((snippet) => !speaksHttp(snippet)).map(({ client }) => client);
  if (plain.length === 0) return undefined;
  const gets = `${listed(plain)} ${plain.length === 1 ? 'gets' : 'get'}`;
  const readers = `${listed(reading)} ${reading.length === 1 ? 'reads' : 'read'}`;
  const read = reading.length === 0 ? '' : `; ${readers} it for you`;
  return `${gets} the response in ${server}'s own format, for example a queue ticket${read}.`;
}

/** The first client of a language makes every request itself. */
function speaksHttp({ language, client }: Pick<Snippet, 'language' | 'client'>): boolean {
  return snippetClients.find((known) => known.language === language)?.id === client;
}

export interface CodeContext {
  readonly withToken?: boolean;
  /** Whether the request goes to the sandbox inside Tryout. */
  readonly isSandbox?: boolean;
  /** Environment variables; undefined in a browser. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** What to do before the code can run. */
export function codeNotes(
  connection: Connection,
  request: InferenceRequest,
  { withToken = false, isSandbox = false, environment }: CodeContext,
): readonly string[] {
  if (isSandbox) {
    return [
      'This URL only works while the built-in sandbox is running. For a permanent one, run tryout sandbox and pass ' +
        'the URLs it prints with --hub-url and --inference-url. HF_TOKEN can be any text that starts with hf_.',
    ];
  }
  const token = snippetToken(connection, addressOf(request, connection), withToken);
  switch (token.kind) {
    case 'none':
      return [];
    case 'text':
      return connection.token === undefined
        ? [`You are not signed in: replace ${token.text} with your token.`]
        : ['The code contains your token: do not share it.'];
    case 'environment': {
      if (environment?.[token.name]) return [];
      const reads = `The code reads your token from ${token.name}`;
      return [environment ? `${reads}, which is not set here.` : `${reads}: set it where the code runs.`];
    }
  }
}

export function pieceOfSnippet({ language, client, code }: Snippet): CodePiece {
  const { label, grammar, comment } = languages[language];
  const install = snippetClients.find((known) => known.language === language && known.id === client)?.install;
  const title = label === client ? label : `${label} with ${client}`;
  return { language, client, code, title, install, grammar, comment };
}

export interface CodeTabsOptions extends Omit<CodeContext, 'withToken'> {
  /** The media type of the response, for the name of the code's output file. */
  readonly contentType?: string;
}

/** The code of a request by language, never with the token (F14). */
export function codeTabsOf(
  request: InferenceRequest,
  connection: Connection,
  { contentType, ...context }: CodeTabsOptions = {},
): readonly CodeTab[] {
  const { snippets, missing } = snippetsOf(request, connection, { contentType });
  const notes = codeNotes(connection, request, context);
  const command = tryoutCommand(request, connection, context.isSandbox === true);
  const tabs = Object.entries(languages).map(([language, { label }]) => {
    const clients = snippetClients.filter((client) => client.language === language);
    const ownForm = providerFormatNote(
      request,
      snippets.filter((snippet) => snippet.language === language),
    );
    return {
      label,
      notes: [...(ownForm === undefined ? [] : [ownForm]), ...notes],
      entries: clients.map(({ id }) => {
        const isThis = (one: Pick<Snippet, 'language' | 'client'>) =>
          one.language === language && one.client === id;
        const snippet = snippets.find(isThis);
        return {
          id: `${language} ${id}`,
          label: id,
          piece: snippet && pieceOfSnippet(snippet),
          reason: snippet ? undefined : `${missing.find(isThis)?.reason ?? id}.`,
        };
      }),
    };
  });
  return [...tabs, { label: COMMAND, notes: [], entries: [commandEntry(command)] }];
}

const COMMAND = 'Tryout';

function commandEntry(code: string | undefined): CodeEntry {
  const entry = { id: 'tryout', label: 'tryout' };
  if (code === undefined)
    return { ...entry, reason: 'This run does not fit in one command: copy its link, or save the run.' };
  const piece = { language: 'tryout', client: 'tryout', title: 'The tryout command', code };
  return { ...entry, piece: { ...piece, grammar: 'bash', comment: '#' } };
}
