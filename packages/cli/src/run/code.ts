import {
  grammars,
  hasLibraryCode,
  languages,
  nameHint,
  snippetClients,
  type CodePiece,
  type Language,
} from '@tryout/engine';
import type { Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import type { Terminal } from '../screen/terminal.ts';
import type { CodeOptions } from '../read-argv/options.ts';

export const LIBRARY = 'library';

export const ALL = 'all';

export const languageNames: readonly string[] = [...Object.keys(languages), ALL];

export const clientNames: readonly string[] = [...new Set(snippetClients.map(({ id }) => id)), ALL, LIBRARY];

export interface CodeChoice {
  /** All languages by default. */
  readonly language?: Language | undefined;
  /** A client's ID, `library`, or the name of a library; all clients by default. */
  readonly client?: string | undefined;
  readonly withToken: boolean;
  /** How to get the client's code in its other languages. */
  readonly note?: string;
}

/** Whether the code is for the model's own library instead of a request. */
export function isForLibrary({ client }: CodeChoice): boolean {
  return client !== undefined && !snippetClients.some(({ id }) => id === client);
}

/**
 * Checks the code options.
 * @throws UsageError for an unknown language or client, or a client without code in the language
 */
export async function chooseCode({
  lang,
  client = ALL,
  withToken = false,
}: CodeOptions): Promise<CodeChoice> {
  if (lang !== undefined) checkName('--lang', lang, languageNames);
  if (!(await hasLibraryCode(client))) checkName('--client', client, clientNames);
  const choice = { withToken, client: client === ALL ? undefined : client };
  const clientLanguages = snippetClients.filter(({ id }) => id === client).map(({ language }) => language);
  const [first, ...others] = clientLanguages;
  if (lang === undefined && first !== undefined && others.length > 0) {
    // Code of one client is one file, so a client for several languages gets its first one.
    const more = others.map((language) => `--lang ${language} for ${languages[language].label}`);
    const note = `This is the code for ${languages[first].label}; use ${more.join(' or ')}.`;
    return { ...choice, language: first, note };
  }
  const language = lang === ALL ? undefined : (lang as Language | undefined);
  if (language !== undefined && first !== undefined && !clientLanguages.includes(language))
    throw new UsageError(`${client} is not available for ${languages[language].label}`, {
      hint: 'Omit --lang or --client.',
    });
  return { ...choice, language };
}

function checkName(option: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  throw new UsageError(`Invalid ${option} '${name}'`, { hint: nameHint(name, names) });
}

/** Code with file names that may depend on the run's result. */
export interface PreparedCode {
  readonly notes: readonly string[];
  /** @param contentType the media type of the run's answer, if known */
  pieces(contentType?: string): readonly CodePiece[];
}

export async function printCode(call: Call, code: PreparedCode): Promise<void> {
  const { options, output } = call;
  const pieces = code.pieces();
  if (options.json) output.json(pieces.map(({ language, client, code }) => ({ language, client, code })));
  else output.write(await drawCode(pieces, output.terminal));
  noteCode(call, code, pieces);
}

/** Prints the notes of code. With several snippets, their headings name the package to install. */
export function noteCode(
  { output, options }: Call,
  { notes }: PreparedCode,
  pieces: readonly CodePiece[],
): void {
  if (pieces.length > 1 && !output.terminal.isTerminal && !options.json)
    output.note(`The output contains ${pieces.length} snippets; select one with --lang and --client.`);
  for (const note of notes) output.note(note);
  const [only] = pieces.length === 1 ? pieces : [];
  if (only?.install !== undefined) output.aside(`Requires: ${only.install}`);
}

/** Code with colors in terminals, but not in files, even with FORCE_COLOR. Several snippets get a comment as heading. */
export async function drawCode(pieces: readonly CodePiece[], terminal: Terminal): Promise<string> {
  const hasColors = terminal.isTerminal && terminal.colors !== 'none';
  const highlight = hasColors
    ? (await import('../screen/highlight.ts')).highlighter(terminal)
    : (code: string) => code;
  const sections = pieces.map(({ code, grammar, title, install }) => {
    const heading = `${grammars[grammar].comment} ${title}${install === undefined ? '' : ` (${install})`}`;
    return highlight(pieces.length === 1 ? code : `${heading}\n${code}`, grammar);
  });
  return sections.join('\n');
}
