import { Command } from 'commander';
import { silenceDependencies } from '../silence-dependencies.ts';
import type { Surroundings } from '../surroundings.ts';
import { version } from '../version.ts';
import { columnsOf, writeShort } from '../write-short.ts';
import { addCommonOptions } from './common-options.ts';
import { commandTable } from './command-table.ts';
import { UsageError } from './usage-error.ts';

const examples = `
Examples:
  tryout demo                                     every task once, no account needed
  tryout tasks                                    what there is
  tryout run text-to-image "a lighthouse" -o a.png
  tryout run summarization report.txt --json
  tryout run <task> --help                        the inputs and parameters of a task
`;

/** Cells; for help that goes to a file or a program. */
const HELP_WIDTH = 80;

/**
 * The whole command line. A command's options are added when it is called, so that the overview loads nothing.
 * Neither help nor errors end the process: both are thrown as CommanderError.
 */
export function createProgram(surroundings: Surroundings): Command {
  const program = new Command('tryout');
  program
    .description('Try any model on the Hugging Face Hub from the command line.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .enablePositionalOptions()
    .addHelpText('after', examples)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => writeShort(text, () => surroundings.output),
      getOutHelpWidth: () => columnsOf(() => surroundings.output) ?? HELP_WIDTH,
      // Our help has no colours to take out.
      getOutHasColors: () => true,
      // Errors are reported in one place, from what is thrown.
      writeErr: () => undefined,
    })
    .action((_options, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) throw unknownCommand(unknown);
      surroundings.errors.write(program.helpInformation());
      throw new UsageError('No command was given', { hint: 'See tryout --help.' });
    })
    .allowExcessArguments();
  addCommonOptions(program);
  const loaders = new Map(commandTable.map((entry) => [entry.name, entry.load]));
  for (const { name, usage, summary, hidden } of commandTable) {
    const command = program.command(name, { hidden: hidden === true });
    command.summary(summary).description(sentence(summary)).usage(`${usage} [options]`.trim());
  }
  program.hook('preSubcommand', async (_program, command) => {
    if (!surroundings.arguments.includes('--debug')) silenceDependencies();
    const { define } = (await loaders.get(command.name())?.()) ?? {};
    await define?.(command, surroundings);
    addCommonOptions(command);
  });
  return program;
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

function unknownCommand(name: string): UsageError {
  const near = commandTable.filter((entry) => !entry.hidden && entry.name.startsWith(name.slice(0, 2)));
  return new UsageError(`There is no command '${name}'`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.map((entry) => entry.name).join(' or ')}?`
        : 'See tryout --help; a task is run with tryout run <task>.',
  });
}
