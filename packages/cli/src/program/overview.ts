import { visibleCommands } from './command-table.ts';
import { DEFAULT_WIDTH, helpText } from './help-text.ts';

export const PURPOSE =
  'Try any model on the Hugging Face Hub. Without a command, tryout opens the interactive picker.';

export const COMMON_HEADING = 'Common options:';

export const commonOptions = [
  { flags: '--sandbox', description: 'use the sandbox; no account or network needed' },
  { flags: '--hub-url <url>', description: 'hub URL (default https://huggingface.co)' },
  {
    flags: '--inference-url <url>',
    description: 'inference base URL (default https://router.huggingface.co)',
  },
  { flags: '--json', description: 'output JSON' },
  { flags: '-q, --quiet', description: 'hide progress and notes' },
  { flags: '--timeout <seconds>', description: 'overall timeout' },
  { flags: '--debug', description: 'show each request as a curl command, without the token' },
  { flags: '--no-color', description: 'disable colors (also NO_COLOR)' },
] as const;

export const literalOption = {
  flags: '--literal',
  description: 'take text inputs literally; do not read files',
} as const;

export const programOptions = {
  literal: literalOption,
  history: { flags: '--no-history', description: 'do not record runs in the history' },
  version: { flags: '-V, --version', description: 'print the version' },
  help: { flags: '-h, --help', description: 'show help' },
} as const;

const examples = [
  { term: 'tryout', text: 'pick a task, pick a model, try it' },
  { term: 'tryout demo', text: 'the same without an account; in a pipe, run every task once' },
  { term: 'tryout image-classification google/vit-base-patch16-224 cat.jpg', text: '' },
  { term: 'tryout tasks', text: 'list tasks' },
  { term: 'tryout run text-to-image "a lighthouse" -o a.png', text: '' },
  { term: 'tryout run summarization report.txt --json', text: '' },
  { term: 'tryout snippet summarization report.txt --lang python', text: '' },
  { term: 'tryout run <task> --help', text: "show a task's inputs and parameters" },
];

/** The program's help. Does not load the parser, so that `--help` is fast. */
export function overview(columns = DEFAULT_WIDTH): string {
  const entriesOf = (options: readonly { flags: string; description: string }[]) =>
    options.map(({ flags, description }) => ({ term: flags, text: description }));
  return helpText(
    {
      usage: 'tryout [task] [model] [input…]  or  tryout <command> [options]',
      description: PURPOSE,
      sections: [
        {
          title: 'Commands:',
          entries: visibleCommands.map(({ name, summary }) => ({ term: name, text: summary })),
        },
        { title: 'Options:', entries: entriesOf(Object.values(programOptions)) },
        { title: COMMON_HEADING, entries: entriesOf(commonOptions) },
        { title: 'Examples:', entries: examples },
      ],
    },
    columns,
  );
}
