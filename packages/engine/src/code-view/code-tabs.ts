import type { Connection } from '../http/index.ts';
import { addressOf, isOwn, type InferenceRequest } from '../request/index.ts';
import {
  languages,
  snippetClients,
  snippetToken,
  snippetsOf,
  type Language,
  type Snippet,
} from '../snippets/index.ts';
import type { CodePiece, CodeTab } from './code-entries.ts';

/** Names as a sentence holds them, each once: `curl, requests and fetch`. */
export function listed(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/**
 * What is to be known of code that speaks HTTP itself to a provider: only the Hub's clients wait for its queue and read
 * its answer. Undefined where the answer is the Hub's own, or a chat, which has one form everywhere.
 */
export function ownFormNote(
  { server, conversation }: Pick<InferenceRequest, 'server' | 'conversation'>,
  snippets: readonly Pick<Snippet, 'language' | 'client'>[],
): string | undefined {
  if (isOwn(server) || conversation) return undefined;
  const plain = snippets.filter(speaksHttp).map(({ client }) => client);
  const reading = snippets.filter((snippet) => !speaksHttp(snippet)).map(({ client }) => client);
  if (plain.length === 0) return undefined;
  const gets = `${listed(plain)} ${plain.length === 1 ? 'gets' : 'get'}`;
  const readers = `${listed(reading)} ${reading.length === 1 ? 'reads' : 'read'}`;
  const read = reading.length === 0 ? '' : `; ${readers} it for you`;
  return `${gets} the answer in the own form of ${server}, for example a ticket of its queue${read}.`;
}

/** The first client of a language makes every request itself. */
function speaksHttp({ language, client }: Pick<Snippet, 'language' | 'client'>): boolean {
  return snippetClients.find((known) => known.language === language)?.id === client;
}

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

/** The code of a request as a piece that can be printed. */
export function pieceOfSnippet({ language, client, code }: Snippet): CodePiece {
  const { label, grammar, comment } = languages[language];
  const install = snippetClients.find((known) => known.language === language && known.id === client)?.install;
  return {
    language,
    client,
    code,
    title: label === client ? label : `${label} with ${client}`,
    ...(install === undefined ? {} : { install }),
    grammar,
    comment,
  };
}

/** What is known beside the request. */
export interface CodeTabsOptions extends Omit<CodeSurroundings, 'withToken'> {
  /** The media type of the answer, once there is one: the code's file has its ending. */
  readonly contentType?: string;
}

/** The code that makes a request, by language; never with the token in it (F14). */
export function codeTabsOf(
  request: InferenceRequest,
  connection: Connection,
  { contentType, ...surroundings }: CodeTabsOptions = {},
): readonly CodeTab[] {
  const { snippets, missing } = snippetsOf(request, connection, contentType ? { contentType } : {});
  const notes = codeNotes(connection, request, surroundings);
  return Object.entries(languages).map(([language, { label }]) => {
    const clients = snippetClients.filter((client) => client.language === language);
    const own = snippets.filter((snippet) => snippet.language === language);
    const ownForm = ownFormNote(request, own);
    return {
      label,
      notes: [...(ownForm === undefined ? [] : [ownForm]), ...notes],
      entries: clients.map(({ id }) => {
        const snippet = own.find(({ client }) => client === id);
        const lacking = missing.find((one) => one.language === (language as Language) && one.client === id);
        return {
          id: `${language} ${id}`,
          label: id,
          ...(snippet ? { piece: pieceOfSnippet(snippet) } : { reason: `${lacking?.reason ?? id}.` }),
        };
      }),
    };
  });
}
