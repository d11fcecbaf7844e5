import {
  ANY_PROVIDER,
  fetchPrices,
  fieldKinds,
  findDefaultModel,
  findTasks,
  listModels,
  readListing,
  resultKinds,
  taskNamed,
  tasks,
  unlessFailed,
  type ListedModel,
  type Task,
} from '@tryout/engine';
import type { Arguments, Answer, ToolContext } from './call.ts';
import { MODELS } from './tools.ts';

const MAX_TASKS = 5;

/** All tasks if none matches, so that the model can choose. */
export async function findTask({ query }: Arguments): Promise<Answer> {
  const matches = (await findTasks(query)).slice(0, MAX_TASKS);
  const rows = (matches.length > 0 ? matches : tasks).map(getFacts);
  return { structured: { tasks: rows } };
}

export function getFacts({ id, summary, fields, result }: Task) {
  const inputs = Object.entries(fields).map(([name, { kind }]) => [name, fieldKinds[kind].noun]);
  return {
    id,
    summary,
    inputs: Object.fromEntries(inputs) as object,
    result: resultKinds[result.kind].description,
  };
}

/** Models that a provider runs now, then the most downloaded others. */
export async function findModels(
  { task: name, query: search, limit = MODELS.default }: Arguments,
  { connection, signal }: ToolContext,
): Promise<Answer> {
  const { id: task } = taskNamed(name);
  const list = (provider?: string) =>
    readListing(listModels(connection, { task, search, limit, provider }, signal));
  const [available, all, defaultModel] = await Promise.all([
    list(ANY_PROVIDER),
    list(),
    unlessFailed(findDefaultModel(connection, name, signal), signal),
  ]);
  const running = new Map(available.models.map((model) => [model.name, model]));
  const others = all.models.filter((model) => !running.has(model.name));
  const rows: object[] = [];
  for (const model of [...running.values(), ...others].slice(0, limit)) {
    const prices = model.providers.length > 0 ? await getPrices(model) : undefined;
    rows.push({
      id: model.name,
      available: model.providers.length > 0,
      ...(model.name === defaultModel && { default: true }),
      downloads: model.downloads,
      ...(model.gated !== false && { gated: true }),
      providers: model.providers.map((provider) => {
        const { contextLength, ...price } = prices?.get(provider) ?? {};
        return { name: provider, ...('input' in price && { price }), contextLength };
      }),
    });
  }
  const note = rows.length === 0 && { note: 'No model matches. Leave out query, or use a part of it.' };
  return { structured: { task, models: rows, ...note } };

  /** Only chats have prices; without an answer of the router, they are unknown. */
  async function getPrices({ name: model }: ListedModel) {
    return taskNamed(task).conversation
      ? unlessFailed(fetchPrices(connection, model, signal), signal)
      : undefined;
  }
}
