/** The title in help under which every command lists them. */
export const COMMON_HEADING = 'Options of every command:';

/** Options that every command takes, before or after its name; in the order of help. */
export const commonOptions = [
  { flags: '--sandbox', description: 'use the embedded hub: no account, no network' },
  { flags: '--hub-url <url>', description: 'another hub than https://huggingface.co' },
  {
    flags: '--inference-url <url>',
    description: 'another inference base than https://router.huggingface.co',
  },
  { flags: '--json', description: 'print one JSON value and nothing else' },
  { flags: '-q, --quiet', description: 'no progress and no notes' },
  { flags: '--timeout <seconds>', description: 'how long everything may take together' },
  { flags: '--debug', description: 'show each request as curl, the token taken out' },
  { flags: '--no-color', description: 'no colors (also: NO_COLOR)' },
] as const;

/** Takes every text as it is; of the picker and of the commands with inputs. */
export const literalOption = {
  flags: '--literal',
  description: 'take texts as they are: no @FILE, no file names',
} as const;
