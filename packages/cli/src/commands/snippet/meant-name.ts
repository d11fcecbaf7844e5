import { closest, languages, snippetClients, type Language } from '@tryout/engine';
import { ALL, LIBRARY } from './code-names.ts';

/** An option that chooses code. */
type CodeOption = '--lang' | '--client';

/** What people call the languages beside their labels, grammars and file endings. */
const otherNames: Readonly<Record<Language, readonly string[]>> = {
  curl: ['shell', 'zsh'],
  python: ['python3'],
  js: ['node', 'nodejs'],
};

/** Letters and digits alone, in one case. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What an option takes, by everything that it may be called. */
function bySpelling(rows: readonly (readonly [name: string, others: readonly string[]])[]) {
  return new Map(rows.flatMap(([name, others]) => [name, ...others].map((other) => [plain(other), name])));
}

const spellings: Readonly<Record<CodeOption, ReadonlyMap<string, string>>> = {
  '--lang': bySpelling([
    ...Object.entries(languages).map(
      ([id, { label, grammar, ending }]) =>
        [id, [label, grammar, ending, ...otherNames[id as Language]]] as const,
    ),
    [ALL, []],
  ]),
  '--client': bySpelling([
    // The package is the first that the command installs.
    ...snippetClients.map(({ id, install }) => [id, install?.split(' ').slice(2, 3) ?? []] as const),
    [ALL, []],
    [LIBRARY, []],
  ]),
};

/** What a name is called here that an option does not take, for example `--lang python`, also for a client `py`. */
export function calledHere(typed: string, option: CodeOption): string | undefined {
  return inEither(option, (known) => known.get(plain(typed)));
}

/** The same, or what comes near to the name. */
export function meantName(typed: string, option: CodeOption): string | undefined {
  const near = (known: ReadonlyMap<string, string>) =>
    known.get(closest(plain(typed), [...known.keys()]) ?? '');
  return calledHere(typed, option) ?? inEither(option, near);
}

/** The option and name that are found among what the option takes, else among what the other one takes. */
function inEither(
  option: CodeOption,
  find: (known: ReadonlyMap<string, string>) => string | undefined,
): string | undefined {
  const both: readonly CodeOption[] = [option, option === '--lang' ? '--client' : '--lang'];
  return both
    .map((one) => [one, find(spellings[one])] as const)
    .find(([, name]) => name !== undefined)
    ?.join(' ');
}
