import {
  listModels,
  MAX_MODELS,
  taskNamed,
  type Listing,
  type ListedModel,
  type ListingQuery,
} from '@tryout/engine';
import type { DefineCommand } from '../program/define-command.ts';
import { UsageError } from '../program/usage-error.ts';
import { callOf } from '../context/call.ts';
import type { Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { table, type Column } from './table.ts';

interface ModelsOptions {
  readonly search?: string;
  readonly provider?: string;
  readonly limit?: number;
}

/** As many as a person reads at once; programs and pipes are given all. */
const ON_SCREEN = 20;

const columns: readonly Column<ListedModel>[] = [
  { title: 'MODEL', value: ({ name }) => name },
  { title: 'DOWNLOADS', value: ({ downloads }) => String(downloads), side: 'right' },
  { title: 'LIKES', value: ({ likes }) => String(likes), side: 'right' },
  { title: 'PROVIDERS', value: ({ providers }) => providers.join(', '), least: 10 },
];

function parseLimit(text: string): number {
  const limit = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (limit >= 1 && limit <= MAX_MODELS) return limit;
  throw new UsageError(`--limit cannot be '${text}'`, { hint: `It takes 1 to ${MAX_MODELS}.` });
}

/** `tryout models <task>`: the models of a task, best first. */
export const define: DefineCommand = (command, runtime) => {
  command
    .argument('<task>', 'a task: see tryout tasks')
    .option('--search <text>', 'only models whose id holds this')
    .option('--provider <name>', 'only models that this provider serves; all for those that anybody serves')
    .option('--limit <n>', `how many, 1 to ${MAX_MODELS} (all; ${ON_SCREEN} in a terminal)`, parseLimit)
    .action(async (taskName: string, { search, provider, limit: asked }: ModelsOptions) => {
      const call = await callOf(command, runtime);
      const { options, output } = call;
      const onScreen = output.terminal.isTerminal && !options.json;
      const limit = asked ?? (onScreen ? ON_SCREEN : MAX_MODELS);
      const { id: task } = taskNamed(taskName);
      output.progress.note('Loading models for this task');
      const { models, dropped, truncated } = await withContext(call, (context) =>
        listAll(context, {
          task,
          limit,
          ...(search === undefined ? {} : { search }),
          ...(provider === undefined ? {} : { provider }),
        }),
      );
      if (dropped > 0) output.note(`${dropped} rows could not be read and were left out.`);
      if (truncated)
        output.note(
          'The list may be incomplete: the hub has more pages than were read. Use --search to narrow it.',
        );
      if (options.json) return output.json(models.map(jsonRow));
      if (models.length === 0) return output.note('No models available for this task');
      output.write(await table(models, columns, output.terminal));
      if (asked === undefined && onScreen && models.length === limit) {
        output.note(`The first ${limit}; --limit shows more, up to ${MAX_MODELS}.`);
      }
    });
};

async function listAll({ connection, signal }: Context, query: ListingQuery): Promise<Listing> {
  let listing: Listing = { models: [], done: true, dropped: 0, truncated: false };
  for await (listing of listModels(connection, query, signal));
  return listing;
}

/** Every row has every name, so that a program need not ask. */
function jsonRow(model: ListedModel): object {
  const { name, downloads, likes, private: isPrivate, gated, task, updatedAt, providers } = model;
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
