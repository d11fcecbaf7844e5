import { Command } from 'commander';
import { silenceDependencies } from './context/context.ts';
import { addCommonOptions } from './context/options.ts';
import type { DefineCommand, Runtime } from './runtime.ts';
import { fold } from './screen/word-wrap.ts';
import { version } from './installation.ts';

type CommandEntry = readonly [summary: string, load: () => Promise<{ readonly define: DefineCommand }>];

/** All commands, in the order of the help. Their modules are loaded when they are used. */
const commands: Readonly<Record<string, CommandEntry>> = {
  run: ['run a model once', () => import('./commands/run.ts')],
  batch: ['run models on a table, a folder or a dataset', () => import('./commands/batch.ts')],
  chat: ['chat with a model', () => import('./commands/chat.ts')],
  compare: ['compare models on the same input', () => import('./commands/compare.ts')],
  report: ['compare models by the output of batches', () => import('./commands/report.ts')],
  history: ['list, show, remove and export recorded runs', () => import('./commands/history.ts')],
  rerun: ['run a stored run again', () => import('./commands/rerun.ts')],
  open: ['open a stored run without running it', () => import('./commands/open.ts')],
  snippet: ['print code for a run', () => import('./commands/snippet.ts')],
  tasks: ['list tasks, or describe one', () => import('./commands/tasks.ts')],
  models: ["list a task's models", () => import('./commands/models.ts')],
  info: ["show a model's size, license, providers and prices", () => import('./commands/info.ts')],
  login: ['sign in with a token, in the browser or with a code', () => import('./commands/login.ts')],
  logout: ['sign out', () => import('./commands/logout.ts')],
  whoami: ['show who is signed in', () => import('./commands/whoami.ts')],
  config: ['show and change settings', () => import('./commands/config.ts')],
  mcp: ['serve models to agents over MCP', () => import('./commands/mcp.ts')],
  web: ['serve the web app on this machine and open it', () => import('./commands/web.ts')],
  sandbox: ['serve the sandbox until Ctrl-C', () => import('./commands/sandbox.ts')],
  demo: ['try every task on the sandbox, without an account', () => import('./commands/demo.ts')],
  completion: ['print a completion script for bash, zsh or fish', () => import('./commands/completion.ts')],
  help: ['show help for a command', () => import('./commands/help.ts')],
  complete: ['print completions of a command line', () => import('./commands/complete.ts')],
};

const DEFAULT_WIDTH = 80;

const examples = `
Examples:
  tryout                    pick a task, pick a model, try it
  tryout demo               the same without an account
  tryout image-classification google/vit-base-patch16-224 cat.jpg
  tryout tasks              list tasks
  tryout run text-to-image "a lighthouse" -o a.png
  tryout run summarization report.txt --json
  tryout snippet summarization report.txt --lang python
  tryout run <task> --help  show a task's inputs and parameters`;

/** Creates the parser. It throws a CommanderError for help and errors instead of exiting. */
export function createProgram(runtime: Runtime): Command {
  const { arguments: words } = runtime;
  const helpWidth = () => runtime.output.columns || DEFAULT_WIDTH;
  const program: Command = new Command('tryout')
    .description(
      'Try any model on the Hugging Face Hub. Without a command, tryout opens the interactive picker.',
    )
    .usage('[task] [model] [input…]  or  tryout <command> [options]')
    .argument('[task]')
    .argument('[model]')
    .argument('[input...]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({
      commandDescription: (command) => toSentence(command.description()),
      subcommandTerm: (command) => command.name(),
      showGlobalOptions: true,
      visibleGlobalOptions: ({ parent }) =>
        parent ? program.options.filter(({ long }) => long !== '--version') : [],
    })
    .addHelpText('after', examples)
    .exitOverride()
    .configureOutput({
      // Help text that commands add is not wrapped yet, and commander does not wrap in narrow terminals.
      writeOut: (text) => runtime.output.write(fold(text, helpWidth())),
      getOutHelpWidth: helpWidth,
      // Help has no colors to strip.
      getOutHasColors: () => true,
      // `start` reports errors.
      writeErr: () => undefined,
    })
    .action(async () => {
      if (!words.includes('--debug')) silenceDependencies();
      await runtime.openPicker(program, {});
    });
  addCommonOptions(program);
  for (const [name, [summary]] of Object.entries(commands)) {
    const command = program.command(name, { hidden: name === 'complete' });
    command.description(summary).helpCommand(false);
  }
  program.hook('preSubcommand', async (_program, subcommand) => {
    if (!words.includes('--debug')) silenceDependencies();
    // Completion needs the options of the command that it completes.
    const isNeeded = (command: Command) =>
      command === subcommand || (subcommand.name() === 'complete' && words.includes(command.name()));
    for (const command of program.commands.filter(isNeeded)) {
      const [, load] = commands[command.name()]!;
      (await load()).define(command, runtime);
    }
  });
  return program;
}

function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');
}
