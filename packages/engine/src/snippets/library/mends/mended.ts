import { libraryMends } from './library-mends.ts';
import { withoutMagic } from './magic.ts';
import type { Mend } from './replacing.ts';
import { replacing } from './replacing.ts';
import { withoutSlots } from './shell.ts';

/** The old name of the Hub's command, which does not run any more. */
const hubCommand = replacing(/\bhuggingface-cli (?=download\b)/g, 'hf ');

/**
 * The templates of @huggingface/tasks without what does not run in them (0.21.54). What has been mended there since is
 * left as it is.
 */
export function mended(library: string, pieces: readonly string[]): readonly string[] {
  const mends: readonly Mend[] = [...(libraryMends[library] ?? []), withoutMagic, withoutSlots, hubCommand];
  return mends.reduce((code, mend) => mend(code), pieces).filter((code) => code !== '');
}
