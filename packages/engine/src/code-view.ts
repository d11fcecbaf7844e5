import type { Connection } from './http/index.ts';
import { fetchModelInfo } from './hub/index.ts';
import { getServerName, usesHubFormat, type InferenceRequest, type RunResult } from './request/index.ts';
import {
  languages,
  snippetClients,
  snippetToken,
  createSnippets,
  tryoutCommand,
  type Snippet,
  grammars,
  type Grammar,
  createLibrarySnippets,
  type LibrarySnippets,
} from './snippets/index.ts';

/** A note on plain HTTP code for a provider, since only the Hub's clients can read its response. */
export function providerFormatNote(
  route: RunResult['run']['route'],
  snippets: readonly Pick<Snippet, 'language' | 'client'>[],
): string | undefined {
  if (usesHubFormat(route) || route.conversation || !snippets.some(isPlainHttp)) return undefined;
  return `Plain HTTP code gets the response in ${getServerName(route)}'s own format, for example a queue ticket.`;
}

/** The first client of a language makes every request itself. */
function isPlainHttp({ language, client }: Pick<Snippet, 'language' | 'client'>): boolean {
  return snippetClients.find((known) => known.language === language)?.id === client;
}

interface CodeContext {
  readonly withToken?: boolean;
  /** Whether the request goes to the sandbox inside Tryout. */
  readonly isSandbox?: boolean;
  /** Environment variables; undefined in a browser. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The words that start Tryout here. Default: `tryout`. */
  readonly program?: readonly string[];
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
  const token = snippetToken(connection, request.wire.url, withToken);
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
  const { label, grammar } = languages[language];
  const install = snippetClients.find((known) => known.language === language && known.id === client)?.install;
  const title = label === client ? label : `${label} with ${client}`;
  return { language, client, code, title, install, grammar };
}

/**
 * The code of a request by language, never with the token.
 * @param contentType the media type of the response, for the name of the code's output file
 */
export function createCodeTabs(
  request: InferenceRequest,
  connection: Connection,
  { contentType, ...context }: Omit<CodeContext, 'withToken'> & { readonly contentType?: string },
): readonly CodeTab[] {
  const { snippets, missing } = createSnippets(request, connection, { contentType });
  const notes = codeNotes(connection, request, context);
  const command = tryoutCommand(request, connection, context.isSandbox === true, context.program);
  const tabs = Object.entries(languages).map(([language, { label }]) => {
    const written = snippets.filter((snippet) => snippet.language === language);
    const ownFormat = providerFormatNote(request.run.route, written);
    const entries = snippetClients
      .filter((client) => client.language === language)
      .map(({ id }): CodeEntry => {
        const snippet = written.find(({ client }) => client === id);
        const refused = missing.find((one) => one.language === language && one.client === id);
        const content = snippet
          ? { piece: pieceOfSnippet(snippet) }
          : { reason: `${refused?.reason ?? id}.` };
        return { id: `${language} ${id}`, label: id, ...content };
      });
    return { label, notes: [...(ownFormat === undefined ? [] : [ownFormat]), ...notes], entries };
  });
  return [...tabs, { label: 'Tryout', notes: [], entries: [commandEntry(command)] }];
}

function commandEntry(code: string | undefined): CodeEntry {
  const entry = { id: 'tryout', label: 'tryout' };
  if (code === undefined)
    return { ...entry, reason: 'This run does not fit in one command: copy its link, or save the run.' };
  const title = 'The tryout command';
  return { ...entry, piece: { language: 'tryout', client: 'tryout', title, code, grammar: 'bash' } };
}

export interface CodePiece {
  /** The name in `--json` output, for example `python`. */
  readonly language: string;
  /** A value of `--client`. */
  readonly client: string;
  readonly code: string;
  /** For example `Python with requests`. */
  readonly title: string;
  readonly install?: string;
  readonly grammar: Grammar;
}

/** The code for one client, or why there is none. */
export interface CodeEntry {
  readonly id: string;
  /** Of the client, for example `huggingface_hub`. */
  readonly label: string;
  readonly piece?: CodePiece;
  readonly reason?: string;
}

/** The clients of one language, or the parts of one library's code. */
export interface CodeTab {
  readonly label: string;
  readonly entries: readonly CodeEntry[];
  readonly notes: readonly string[];
}

interface CodePosition {
  readonly tab: number;
  readonly entry: number;
}

/** The entries of all tabs in display order, each with its position. */
function getPlaces(tabs: readonly CodeTab[]) {
  return tabs.flatMap(({ entries }, tab) =>
    entries.map(({ id, piece }, entry) => ({ tab, entry, id, piece })),
  );
}

/** The position of an entry, or of the first one with code. */
export function getPlace(tabs: readonly CodeTab[], id: string | undefined): CodePosition {
  const all = getPlaces(tabs);
  return all.find((place) => place.id === id) ?? all.find(({ piece }) => piece) ?? { tab: 0, entry: 0 };
}

/** The next or previous entry over all tabs, wrapping around. */
export function adjacentEntry(tabs: readonly CodeTab[], at: CodePosition, step: 1 | -1): CodePosition {
  const all = getPlaces(tabs);
  const now = all.findIndex(({ tab, entry }) => tab === at.tab && entry === at.entry);
  return all[(now + step + all.length) % all.length] ?? at;
}

export function codeFileName(task: string, { client, grammar }: CodePiece): string {
  return `tryout-${task}-${client.replace(/[^a-z0-9]+/gi, '-')}.${grammars[grammar].ending}`;
}

/** The code for a model's library in the order of use, optionally of one language. */
export function createLibraryPieces(
  { library, label, snippets }: LibrarySnippets,
  language?: string,
): CodePiece[] {
  return snippets
    .map(({ grammar, code }) => ({
      language: grammars[grammar].language,
      client: library,
      code: `${code}\n`,
      title: `${grammars[grammar].label} with ${label}`,
      grammar,
    }))
    .filter((piece) => language === undefined || piece.language === language);
}

/** Notes on code for a model's library: what the card lacks, and the documentation. */
export function libraryNotes(
  { label, docsUrl, repoUrl }: LibrarySnippets,
  model: string,
  pieces: readonly CodePiece[],
): readonly string[] {
  const url = docsUrl ?? repoUrl;
  const placeholders = pieces.flatMap(
    ({ code }) => code.match(/\bfill-in-(?:model-name|base-model)\b/g) ?? [],
  );
  return [
    ...(pieces.some(hasNoCode)
      ? [`The model card of ${model} does not have enough information for code.`]
      : []),
    ...[...new Set(placeholders)].map(
      (name) => `Replace ${name}: the model card of ${model} does not specify it.`,
    ),
    ...(url === undefined ? [] : [`${label}: ${url}`]),
  ];
}

function hasNoCode({ code, grammar }: CodePiece): boolean {
  const { comment } = grammars[grammar];
  return code.split('\n').every((line) => line.trim() === '' || line.trimStart().startsWith(comment));
}

/**
 * The code that runs a model locally with its library; undefined for unknown libraries.
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function loadLibraryTab(
  connection: Connection,
  model: string,
  signal: AbortSignal,
): Promise<CodeTab | undefined> {
  const code = await createLibrarySnippets(await fetchModelInfo(connection, model, signal));
  if (!code) return undefined;
  const pieces = createLibraryPieces(code);
  return {
    label: code.label,
    notes: ["Runs on your machine, with the library's own example.", ...libraryNotes(code, model, pieces)],
    entries: pieces.map((piece, index) => ({
      id: `library ${index}`,
      label: pieces.length > 1 ? `${index + 1} of ${pieces.length}` : code.library,
      piece,
    })),
  };
}
