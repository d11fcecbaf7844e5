import type { Command } from 'commander';
import { silenceDependencies } from '../silence-dependencies.ts';
import type { Runtime } from '../runtime.ts';
import { version } from '../version.ts';
import { addCommonOptions } from './common-options.ts';
import { commandTable } from './command-table.ts';
import { loadCommand } from './load-command.ts';
import { DEFAULT_WIDTH } from './help/help-text.ts';
import { programOptions, PURPOSE } from './help/overview.ts';
import { TryoutCommand } from './help/tryout-command.ts';
import { fitLines } from './help/wrap-words.ts';
import { refuseExtraArguments } from './extra-arguments.ts';

/**
 * The whole command line. A command's options are added when it is called, so that the overview loads nothing.
 * Neither help nor errors end the process: both are thrown as CommanderError.
 */
export function createProgram(runtime: Runtime): Command {
  const helpWidth = () => runtime.output.columns || DEFAULT_WIDTH;
  const program = new TryoutCommand('tryout');
  program
    .description(PURPOSE)
    .version(version, programOptions.version.flags, programOptions.version.description)
    .helpOption(programOptions.help.flags, programOptions.help.description)
    .helpCommand(false)
    .option(programOptions.literal.flags, programOptions.literal.description)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      // Texts that a command puts below its help come as they are written.
      writeOut: (text) => runtime.output.write(fitLines(text, helpWidth())),
      getOutHelpWidth: helpWidth,
      // Our help has no colors to take out.
      getOutHasColors: () => true,
      // Errors are reported in one place, from what is thrown.
      writeErr: () => undefined,
    })
    .action(async (_options, command: Command) => {
      if (!runtime.arguments.includes('--debug')) silenceDependencies();
      const { picker } = await import('../tui/picker-command.ts');
      await picker(command, runtime);
    })
    .allowExcessArguments();
  addCommonOptions(program);
  // The one that is called stands among the words; making all of them would take longer than running some.
  const named = commandTable.filter(({ name }) => runtime.arguments.includes(name));
  for (const { name, usage, summary, hidden } of named) {
    const command = program.command(name, { hidden: hidden === true });
    command.summary(summary).description(sentence(summary)).usage(`${usage} [options]`.trim());
  }
  program.hook('preSubcommand', async (_program, command) => {
    if (!runtime.arguments.includes('--debug')) silenceDependencies();
    const define = await loadCommand(command.name());
    await define(command, runtime, loadCommand);
    addCommonOptions(command);
  });
  program.hook('preAction', (_program, command) => refuseExtraArguments(command));
  return program;
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}
