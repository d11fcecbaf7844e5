import {
  counted,
  createRunLink,
  latestRuns,
  visibleLine,
  parseWebUrl,
  toRunFile,
  withFilesInsideAll,
  type HistoryFilter,
} from '@tryout/engine';
import { createCall, type Call } from '../context/context.ts';
import { isFromSandbox } from '../context/with-context.ts';
import { checkTarget } from '../deliver/save-file.ts';
import { saveRuns } from '../history/record-run.ts';
import { findRunIds, openHistory, recordedRuns } from '../history/stored-runs.ts';
import { rejectArguments, UsageError } from '../context/errors.ts';
import { filledValue, integerBetween } from '../context/options.ts';
import type { DefineCommand } from '../runtime.ts';
import { canConfirm, confirm } from '../system/confirm.ts';
import { pageAddress } from '../web-server/page.ts';
import { listRuns, listVotes, showRun, TERMINAL_LIMIT } from '../history/print-runs.ts';

interface RemoveOptions {
  readonly all?: boolean;
  readonly yes?: boolean;
}

interface ExportOptions {
  readonly output?: string;
  readonly force?: boolean;
  /** `true` for the page that `tryout web` serves, or the URL of another web app. */
  readonly link?: string | true;
}

const MAX_LIMIT = 100_000;

const ID = 'ID of a run or comparison, a unique prefix of it, or last';

const examples = `
Examples:
  tryout history --search invoice
  tryout history show last
  tryout history export last -o caption.run.json
  tryout config set history off
`;

/** `tryout history [list|show|votes|rm|export]`: the recorded runs of this computer. */
export const define: DefineCommand = (command, runtime) => {
  const call = () => createCall(command, runtime);
  command.addHelpText('after', examples);
  const list = command
    .command('list', { isDefault: true })
    .description('list runs, the newest first (default)')
    .option(
      '-n, --limit <n>',
      `maximum number (default all; ${TERMINAL_LIMIT} in a terminal)`,
      integerBetween(1, MAX_LIMIT),
    )
    .option('--search <words>', 'filter by words in task, model, input or result')
    .option('--task <task>', 'filter by task')
    .option('--model <id>', 'filter by model ID')
    .action(async (options: HistoryFilter) => listRuns(await call(), options));
  rejectArguments(list);
  command
    .command('show')
    .description('show a run with its inputs and result')
    .argument('<id>', ID)
    .action(async (id: string) => showRun(await call(), id));
  command
    .command('votes')
    .description('count the votes of blind comparisons')
    .action(async () => listVotes(await call()));
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
    .option('-o, --output <file>', 'save to a file', filledValue)
    .option('--force', 'replace existing files')
    .addOption(
      command
        .createOption('--link [url]', 'print a link that fills in the form of the web app at this URL')
        .conflicts('output'),
    )
    .action(async (id: string, options: ExportOptions) => exportRun(await call(), id, options));
};

/** Removes recorded runs with their files; asks before it removes all. */
async function removeRuns(
  { runtime, options, output }: Call,
  references: readonly string[],
  { all = false, yes = false }: RemoveOptions,
): Promise<void> {
  if (all === references.length > 0)
    throw new UsageError('tryout history rm takes IDs or --all', {
      hint: 'List the runs with tryout history.',
    });
  const history = openHistory(runtime.environment, output.note);
  const entries = await history.list();
  // A conversation is listed as its latest run.
  const conversations = new Map(latestRuns(entries).map(({ id, earlier }) => [id, earlier]));
  const ids = new Set<string>();
  if (all) for (const { id } of entries) ids.add(id);
  else
    for (const each of references)
      for (const id of await findRunIds(history, each))
        for (const run of [{ id }, ...(conversations.get(id) ?? [])]) ids.add(run.id);
  if (all && !yes) {
    if (!canConfirm(runtime))
      throw new UsageError('Removing all runs requires confirmation', {
        hint: 'Add --yes to skip the confirmation.',
      });
    if (!(await confirm(runtime, `Remove ${counted(ids.size, 'run')} from this computer, with all files?`)))
      return output.note('Nothing was removed.');
  }
  // Also removes files that no run uses.
  if (all) await history.clear();
  else await history.remove([...ids]);
  if (options.json) output.json({ removed: [...ids] });
  else output.note(`Removed ${counted(ids.size, 'run')}.`);
}

/** Writes a recorded run as a run file with its files inside, or prints a link to it. */
async function exportRun(call: Call, reference: string, options: ExportOptions): Promise<void> {
  const { output: path = '-', force = false, link } = options;
  const { runtime, output } = call;
  const page = typeof link === 'string' ? parseWebUrl(link) : undefined;
  if (path !== '-') await checkTarget(path, force);
  const runs = await recordedRuns(runtime.environment, reference, output.note);
  if (link !== undefined) {
    const isSandbox = call.options.sandbox === true || isFromSandbox(runs[0]!.run);
    const { url, missing } = await createRunLink(runs, page?.href ?? pageAddress(isSandbox));
    if (call.options.json) return output.json({ url, missing });
    output.write(`${url}\n`);
    if (!page) output.aside(`The link opens while tryout web${isSandbox ? ' --sandbox' : ''} runs.`);
    if (missing.length > 0)
      output.note(`Not in the link; choose again: ${missing.map(visibleLine).join(', ')}.`);
    return;
  }
  if (path === '-') return output.json(toRunFile(await withFilesInsideAll(runs)));
  await saveRuns(path, runs, force, output.note);
  if (call.options.json) output.json({ file: path });
}
