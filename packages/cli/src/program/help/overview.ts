import { commandTable } from '../command-table.ts';
import { COMMON_HEADING, commonOptions, literalOption } from '../common-option-table.ts';
import { DEFAULT_WIDTH, helpText } from './help-text.ts';

/** What `tryout` is for. */
export const PURPOSE =
  'Try any model on the Hugging Face Hub. Without a command the picker opens, at that task and model.';

/** Options of the program itself. */
export const programOptions = {
  literal: literalOption,
  version: { flags: '-V, --version', description: 'print the version' },
  help: { flags: '-h, --help', description: 'show help' },
} as const;

const examples = [
  { term: 'tryout', text: 'pick a task, pick a model, try it' },
  { term: 'tryout demo', text: 'the same without an account; in a pipe: every task once' },
  { term: 'tryout image-classification google/vit-base-patch16-224 cat.jpg', text: '' },
  { term: 'tryout tasks', text: 'what there is' },
  { term: 'tryout run text-to-image "a lighthouse" -o a.png', text: '' },
  { term: 'tryout run summarization report.txt --json', text: '' },
  { term: 'tryout snippet summarization report.txt --lang python', text: '' },
  { term: 'tryout run <task> --help', text: 'the inputs and parameters of a task' },
];

/** The help of the program, from the tables of commands and options alone: no parser is needed. */
export function overview(columns = DEFAULT_WIDTH): string {
  const options = (table: readonly { flags: string; description: string }[]) =>
    table.map(({ flags, description }) => ({ term: flags, text: description }));
  return helpText(
    {
      usage: 'tryout [task] [model] [input…]  or  tryout <command> [options]',
      description: PURPOSE,
      sections: [
        {
          title: 'Commands:',
          entries: commandTable
            .filter(({ hidden }) => !hidden)
            .map(({ name, summary }) => ({ term: name, text: summary })),
        },
        { title: 'Options:', entries: options(Object.values(programOptions)) },
        { title: COMMON_HEADING, entries: options(commonOptions) },
        { title: 'Examples:', entries: examples },
      ],
    },
    columns,
  );
}
