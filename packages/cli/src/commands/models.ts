import { listModels, MAX_MODELS, taskNamed, type ListedModel, type Listing } from '@tryout/engine';
import { createCall } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../runtime.ts';
import { hubName, keepListedModels } from '../history/listed-models.ts';
import { collectValues, integerBetween } from '../context/options.ts';
import { table, type Column } from '../screen/table.ts';

interface ModelsOptions {
  readonly search?: string;
  readonly author?: string;
  readonly filter?: readonly string[];
  readonly provider?: string;
  readonly limit?: number;
}

/** Default limit in a terminal; pipes get all models. */
const TERMINAL_LIMIT = 20;

const columnsFor = (isOnScreen: boolean): readonly Column<ListedModel>[] => [
  { title: 'MODEL', value: ({ name }) => name },
  { title: 'DOWNLOADS', value: ({ downloads }) => String(downloads), side: 'right' },
  { title: 'LIKES', value: ({ likes }) => String(likes), side: 'right' },
  {
    title: 'PROVIDERS',
    value: ({ providers }) => providers.join(', ') || (isOnScreen ? 'none' : ''),
    minWidth: 10,
  },
];

/** `tryout models <task>`: a task's most downloaded models. */
export const define: DefineCommand = (command, runtime) => {
  command
    .argument('<task>', 'a task; list them with tryout tasks')
    .option('--search <text>', 'filter by text in the model ID')
    .option('--author <name>', 'filter by user or organization')
    .option('--filter <tag>', 'filter by tag, such as en or license:mit; repeatable', collectValues)
    .option('--provider <name>', 'filter by provider; all for any available provider')
    .option(
      '--limit <n>',
      `maximum number, 1 to ${MAX_MODELS} (default ${MAX_MODELS}; ${TERMINAL_LIMIT} in a terminal)`,
      integerBetween(1, MAX_MODELS),
    )
    .action(async (taskName: string, query: ModelsOptions) => {
      const call = await createCall(command, runtime);
      const { options, output } = call;
      const isOnScreen = output.terminal.isTerminal && !options.json;
      const { search, author, filter: filters, provider } = query;
      const limit = query.limit ?? (isOnScreen ? TERMINAL_LIMIT : MAX_MODELS);
      const { id: task } = taskNamed(taskName);
      const isCut = isOnScreen && query.limit === undefined;
      output.progress.note('Loading models for this task');
      let listing: Listing = { models: [], done: true, dropped: 0, truncated: false };
      await withContext(call, async ({ connection, signal }) => {
        for await (listing of listModels(
          connection,
          // One more shows whether the list goes on.
          { task, limit: isCut ? limit + 1 : limit, search, author, filters, provider },
          signal,
        ));
        const hub = hubName(connection.hubUrl, options.sandbox);
        await keepListedModels(call.runtime.environment, hub, task, listing.models);
      });
      const { dropped, truncated } = listing;
      const models = listing.models.slice(0, limit);
      if (dropped > 0) output.note(`${dropped} rows could not be read and were skipped.`);
      if (truncated)
        output.note('The list may be incomplete: the hub has more pages. Use --search to narrow it.');
      if (options.json) return output.json(models.map(jsonRow));
      if (models.length === 0) return output.note(noModelsMessage(task, query));
      output.write(await table(models, columnsFor(isOnScreen), output.terminal));
      if (isCut && listing.models.length > limit)
        output.note(`Showing the first ${limit} models; use --limit for more, up to ${MAX_MODELS}.`);
    });
};

function noModelsMessage(task: string, { search, author, filter, provider }: ModelsOptions): string {
  const options = Object.entries({ search, author, filter: filter?.join(' '), provider });
  const filters = options.flatMap(([name, value]) => (value === undefined ? [] : `--${name} ${value}`));
  if (filters.length === 0) return 'No models available for this task';
  return `No ${task} model matches ${filters.join(' and ')}`;
}

/** All keys are always present. */
function jsonRow(model: ListedModel) {
  return { id: model.name, ...model, task: model.task ?? null, updatedAt: model.updatedAt ?? null };
}
