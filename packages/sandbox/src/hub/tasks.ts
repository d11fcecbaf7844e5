import type { Exchange } from '../server/exchange.ts';
import { sendJson } from '../server/respond.ts';
import type { HubModel } from './hub-model.ts';
import type { Registry } from './registry.ts';

function firstSentence(card: string): string {
  const text = card
    .split('\n')
    .find((line) => line.trim() !== '' && !/^(?:#|---)/.test(line))
    ?.trim();
  return text ?? '';
}

function recommended(registry: Registry, task: string): HubModel[] {
  const first = registry.defaultModel(task);
  const served = registry.models.filter(
    ({ definition, providers }) =>
      definition?.task === task && providers.some((provider) => provider.status === 'live'),
  );
  return first === undefined ? [] : [first, ...served.filter((model) => model !== first)];
}

/** `GET /api/tasks`: the Hub's catalogue of tasks, with the sandbox's models in place of the recommended ones. */
export async function listTasks({ response, sandbox }: Exchange): Promise<void> {
  const { TASKS_DATA } = await import('@huggingface/tasks');
  const entries = Object.entries(TASKS_DATA).flatMap(([id, task]) => {
    if (task === undefined) return [];
    const models = recommended(sandbox.registry, id);
    const described = models.map((model) => ({ id: model.id, description: firstSentence(model.card) }));
    return [[id, { ...task, models: described, widgetModels: models.slice(0, 1).map((model) => model.id) }]];
  });
  sendJson(response, Object.fromEntries(entries));
}
