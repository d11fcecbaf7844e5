import { callOf } from '../context/context.ts';
import type { DefineCommand } from '../program/command-table.ts';
import { UsageError } from '../program/errors.ts';
import { filledValue, integerBetween } from '../program/options.ts';
import { exportRun, type ExportOptions } from './history/export-run.ts';
import { listRuns, NEWEST, type ListOptions } from './history/list-runs.ts';
import { removeRuns, type RemoveOptions } from './history/remove-runs.ts';
import { showRun } from './history/show-run.ts';

type HistoryOptions = ListOptions & RemoveOptions & ExportOptions;

/** The usage of each action, and its options. */
const actions = {
  list: { usage: '', options: ['limit', 'search', 'task', 'model'] },
  show: { usage: '<id>', options: [] },
  rm: { usage: '<id…> | --all', options: ['all', 'yes'] },
  export: { usage: '<id>', options: ['output', 'force', 'link'] },
} as const;

type Action = keyof typeof actions;

const MAX_LIMIT = 100_000;

const help = `
Actions:
  list         list the latest runs (default)
  show <id>    show a run with its inputs and result
  rm <id…>     remove runs with their files
  export <id>  write a run file, or a link with --link

An ID can be shortened to any unique prefix; last is the latest run.

Examples:
  tryout history --search invoice
  tryout history show last
  tryout history export last -o caption.run.json
  tryout config set history off
`;

/** `tryout history [list|show|rm|export]`: the recorded runs of this computer. */
export const define: DefineCommand = (command, runtime) => {
  command
    .addArgument(command.createArgument('[action]', 'list by default').choices(Object.keys(actions)))
    .argument('[id...]', 'run IDs, unique prefixes of them, or last')
    .option(
      '-n, --limit <n>',
      `list: maximum number (default ${NEWEST})`,
      integerBetween('--limit', 1, MAX_LIMIT),
    )
    .option('--search <words>', 'list: filter by words in task, model, input or result')
    .option('--task <task>', 'list: filter by task')
    .option('--model <id>', 'list: filter by model ID')
    .option('--all', 'rm: remove all runs')
    .option('-y, --yes', 'rm: skip the confirmation')
    .option('-o, --output <file>', 'export: save to a file', filledValue('--output'))
    .option('--force', 'export: replace existing files')
    .option('--link [url]', 'export: print a link that fills in the form of the web app at this URL')
    .addHelpText('after', help)
    .action(async (action: Action | undefined, ids: readonly string[], options: HistoryOptions) => {
      const chosen = action ?? 'list';
      checkUsage(chosen, ids, options);
      const call = await callOf(command, runtime);
      if (chosen === 'list') await listRuns(call, options);
      else if (chosen === 'show') await showRun(call, ids[0]!);
      else if (chosen === 'rm') await removeRuns(call, ids, options);
      else await exportRun(call, ids[0]!, options);
    });
};

/** @throws UsageError for missing or extra IDs, and for options of another action */
function checkUsage(action: Action, ids: readonly string[], options: HistoryOptions): void {
  const { usage, options: own } = actions[action];
  const hint = `Usage: ${`tryout history ${action} ${usage}`.trim()}`;
  const others = Object.values(actions).flatMap((other): readonly string[] => other.options);
  const foreign = others.find((name) => name in options && !(own as readonly string[]).includes(name));
  if (foreign !== undefined)
    throw new UsageError(`--${foreign} cannot be used with tryout history ${action}`, { hint });
  const isEnough = ids.length > 0 || action === 'list' || (action === 'rm' && options.all);
  if (!isEnough) throw new UsageError('Missing argument <id>', { hint });
  const max = action === 'rm' ? (options.all ? 0 : Infinity) : action === 'list' ? 0 : 1;
  if (ids.length > max) throw new UsageError(`Unexpected argument '${ids[max]}'`, { hint });
}
