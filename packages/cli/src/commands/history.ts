import type { HistoryFilter } from '@tryout/engine';
import type { DefineCommand } from '../runtime.ts';
import { callOf } from '../context/context.ts';
import { filledValue, integerBetween } from '../program/options.ts';
import { exportRun, type ExportOptions } from './history/export-run.ts';
import { listRuns, NEWEST } from './history/list-runs.ts';
import { removeRuns, type RemoveOptions } from './history/remove-runs.ts';
import { showRun } from './history/show-run.ts';

const MAX_LIMIT = 100_000;

const ID = 'ID, a unique prefix of it, or last for the latest run';

const examples = `
Examples:
  tryout history --search invoice
  tryout history show last
  tryout history export last -o caption.run.json
  tryout config set history off
`;

/** `tryout history [list|show|rm|export]`: the recorded runs of this computer. */
export const define: DefineCommand = (command, runtime) => {
  const call = () => callOf(command, runtime);
  command.addHelpText('after', examples);
  command
    .command('list', { isDefault: true })
    .description('list the latest runs (default)')
    .option('-n, --limit <n>', `maximum number (default ${NEWEST})`, integerBetween('--limit', 1, MAX_LIMIT))
    .option('--search <words>', 'filter by words in task, model, input or result')
    .option('--task <task>', 'filter by task')
    .option('--model <id>', 'filter by model ID')
    .action(async (options: HistoryFilter) => listRuns(await call(), options));
  command
    .command('show')
    .description('show a run with its inputs and result')
    .argument('<id>', ID)
    .action(async (id: string) => showRun(await call(), id));
  command
    .command('rm')
    .description('remove runs with their files')
    .argument('[id...]', ID)
    .option('--all', 'remove all runs')
    .option('-y, --yes', 'skip the confirmation')
    .action(async (ids: readonly string[], options: RemoveOptions) => removeRuns(await call(), ids, options));
  command
    .command('export')
    .description('write a run file, or print a link')
    .argument('<id>', ID)
    .option('-o, --output <file>', 'save to a file', filledValue('--output'))
    .option('--force', 'replace existing files')
    .addOption(
      command
        .createOption('--link [url]', 'print a link that fills in the form of the web app at this URL')
        .conflicts('output'),
    )
    .action(async (id: string, options: ExportOptions) => exportRun(await call(), id, options));
};
