import { Command, type Help } from 'commander';
import type { Runtime } from '../runtime.ts';
import { silenceDependencies } from '../silence-dependencies.ts';
import { fold } from '../terminal/word-wrap.ts';
import { version } from '../version.ts';
import { commandTable, type DefineCommand } from './command-table.ts';
import { UsageError } from './errors.ts';
import { DEFAULT_WIDTH, helpText, type HelpSection } from './help-text.ts';
import { addCommonOptions } from './options.ts';
import { COMMON_HEADING, overview, programOptions, PURPOSE } from './overview.ts';

const modules: Readonly<Record<string, () => Promise<{ readonly define: DefineCommand }>>> = {
  run: () => import('../commands/run.ts'),
  chat: () => import('../commands/chat.ts'),
  history: () => import('../commands/history.ts'),
  rerun: () => import('../commands/rerun.ts'),
  open: () => import('../commands/open.ts'),
  snippet: () => import('../commands/snippet.ts'),
  tasks: () => import('../commands/tasks.ts'),
  models: () => import('../commands/models.ts'),
  info: () => import('../commands/info.ts'),
  login: () => import('../commands/login.ts'),
  logout: () => import('../commands/logout.ts'),
  whoami: () => import('../commands/whoami.ts'),
  config: () => import('../commands/config.ts'),
  web: () => import('../commands/web.ts'),
  sandbox: () => import('../commands/sandbox.ts'),
  demo: () => import('../commands/demo.ts'),
  completion: () => import('../commands/completion.ts'),
  help: () => import('../commands/help.ts'),
  complete: () => import('../commands/complete.ts'),
};

/** Creates the parser. It throws a CommanderError for help and errors instead of exiting. */
export function createProgram(runtime: Runtime): Command {
  const { arguments: words } = runtime;
  const helpWidth = () => runtime.output.columns || DEFAULT_WIDTH;
  const program = new Command('tryout');
  program
    .description(PURPOSE)
    .version(version, programOptions.version.flags, programOptions.version.description)
    .helpOption(programOptions.help.flags, programOptions.help.description)
    .helpCommand(false)
    .configureHelp({ formatHelp })
    .option(programOptions.literal.flags, programOptions.literal.description)
    .option(programOptions.history.flags, programOptions.history.description)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      // Text that commands add to their help is not wrapped yet.
      writeOut: (text) => runtime.output.write(fold(text, helpWidth())),
      getOutHelpWidth: helpWidth,
      // Help has no colors to strip.
      getOutHasColors: () => true,
      // `start` reports errors.
      writeErr: () => undefined,
    })
    .action(async (_options, command: Command) => {
      if (!words.includes('--debug')) silenceDependencies();
      const { picker } = await import('../tui/picker-command.ts');
      await picker(command, runtime);
    })
    .allowExcessArguments();
  addCommonOptions(program);
  // Creates only the commands that are mentioned, for a fast start.
  for (const { name, usage, summary, hidden } of commandTable.filter((entry) => words.includes(entry.name))) {
    const command = program.command(name, { hidden: hidden === true });
    const description = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
    command.summary(summary).description(description).usage(`${usage} [options]`.trim());
  }
  program.hook('preSubcommand', async (_program, called) => {
    if (!words.includes('--debug')) silenceDependencies();
    // Completion needs the options of the command that it completes.
    for (const command of called.name() === 'complete' ? program.commands : [called]) {
      const { define } = await modules[command.name()]!();
      define(command, runtime);
      addCommonOptions(command);
    }
  });
  program.hook('preAction', (_program, command) => rejectExtraArguments(command));
  return program;
}

/** Rejects extra arguments, which commander would ignore. */
function rejectExtraArguments(command: Command): void {
  const { args, parent, registeredArguments: known } = command;
  const extra = args[known.length];
  if (!parent || extra === undefined || known.at(-1)?.variadic) return;
  throw new UsageError(`Unexpected argument '${extra}'`, {
    hint: `Usage: ${parent.name()} ${command.name()} ${command.usage()}`,
  });
}

function formatHelp(command: Command, helper: Help): string {
  const columns = helper.helpWidth ?? DEFAULT_WIDTH;
  if (!command.parent) return overview(columns);
  const entries = helper.visibleArguments(command).map((argument) => ({
    term: helper.argumentTerm(argument),
    text: helper.argumentDescription(argument),
  }));
  return helpText(
    {
      usage: helper.commandUsage(command),
      description: helper.commandDescription(command),
      sections: [{ title: 'Arguments:', entries }, ...optionSections(command, helper)],
    },
    columns,
  );
}

/** The groups in the order of their options, then the common options. */
function optionSections(command: Command, helper: Help): readonly HelpSection[] {
  const groups = new Map<string, HelpSection['entries']>();
  for (const option of helper.visibleOptions(command)) {
    const title = option.helpGroupHeading ?? 'Options:';
    const entry = { term: helper.optionTerm(option), text: helper.optionDescription(option) };
    groups.set(title, [...(groups.get(title) ?? []), entry]);
  }
  const common = groups.get(COMMON_HEADING) ?? [];
  groups.delete(COMMON_HEADING);
  return [
    ...[...groups].map(([title, entries]) => ({ title, entries })),
    { title: COMMON_HEADING, entries: common },
  ];
}
