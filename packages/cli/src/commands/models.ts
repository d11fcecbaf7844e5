import { listModels, MAX_MODELS, taskNamed, type ListedModel, type Listing } from '@tryout/engine';
import { callOf } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../program/command-table.ts';
import { integerBetween } from '../program/options.ts';
import { table, type Column } from '../program/table.ts';

interface ModelsOptions {
  readonly search?: string;
  readonly provider?: string;
  readonly limit?: number;
}

/** Default limit in a terminal; pipes get all models. */
const TERMINAL_LIMIT = 20;

const columns: readonly Column<ListedModel>[] = [
  { title: 'MODEL', value: ({ name }) => name },
  { title: 'DOWNLOADS', value: ({ downloads }) => String(downloads), side: 'right' },
  { title: 'LIKES', value: ({ likes }) => String(likes), side: 'right' },
  { title: 'PROVIDERS', value: ({ providers }) => providers.join(', '), minWidth: 10 },
];

/** `tryout models <task>`: a task's models, the most downloaded first. */
export const define: DefineCommand = (command, runtime) => {
  command
    .argument('<task>', 'a task; list them with tryout tasks')
    .option('--search <text>', 'filter by text in the model ID')
    .option('--provider <name>', 'filter by provider; all for any available provider')
    .option(
      '--limit <n>',
      `maximum number, 1 to ${MAX_MODELS} (default ${MAX_MODELS}; ${TERMINAL_LIMIT} in a terminal)`,
      integerBetween('--limit', 1, MAX_MODELS),
    )
    .action(async (taskName: string, { search, provider, limit: givenLimit }: ModelsOptions) => {
      const call = await callOf(command, runtime);
      const { options, output } = call;
      const isOnScreen = output.terminal.isTerminal && !options.json;
      const limit = givenLimit ?? (isOnScreen ? TERMINAL_LIMIT : MAX_MODELS);
      const { id: task } = taskNamed(taskName);
      output.progress.note('Loading models for this task');
      let listing: Listing = { models: [], done: true, dropped: 0, truncated: false };
      await withContext(call, async ({ connection, signal }) => {
        for await (listing of listModels(connection, { task, limit, search, provider }, signal));
      });
      const { models, dropped, truncated } = listing;
      if (dropped > 0) output.note(`${dropped} rows could not be read and were skipped.`);
      if (truncated)
        output.note('The list may be incomplete: the hub has more pages. Use --search to narrow it.');
      if (options.json) return output.json(models.map(jsonRow));
      if (models.length === 0) return output.note('No models available for this task');
      output.write(await table(models, columns, output.terminal));
      if (givenLimit === undefined && isOnScreen && models.length === limit)
        output.note(`Showing the first ${limit} models; use --limit for more, up to ${MAX_MODELS}.`);
    });
};

/** All keys are always present. */
function jsonRow({
  name,
  downloads,
  likes,
  private: isPrivate,
  gated,
  task,
  updatedAt,
  providers,
}: ListedModel) {
  return {
    name,
    downloads,
    likes,
    private: isPrivate,
    gated,
    task: task ?? null,
    updatedAt: updatedAt ?? null,
    providers,
  };
}
