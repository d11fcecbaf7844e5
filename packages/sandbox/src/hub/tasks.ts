import type { Exchange } from '../server/exchange.ts';
import { sentencesOf } from '../models/text/sentences.ts';
import { sendJson } from '../server/respond.ts';
import type { HubModel } from './hub-model.ts';
import type { Registry } from './registry.ts';

/** What a card says first: the first sentence of its first paragraph, on one line and without Markdown. */
function firstSentence(card: string): string {
  const blocks = card.replace(/^\s*---\n[\s\S]*?\n---\n/, '').split(/\n\s*\n/);
  const paragraph = blocks
    .map((block) => block.replaceAll(/^#.*$/gm, '').trim())
    .find((block) => block !== '');
  const plain = (paragraph ?? '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(?<![\w*])(\*{1,2}|`)(?=\S)([^*`]*?\S)\1(?![\w*])/g, '$2')
    .replaceAll(/\s+/g, ' ');
  return (sentencesOf(plain)[0]?.text ?? '').replace(/:$/, '.');
}

function recommended(registry: Registry, task: string): HubModel[] {
  const first = registry.defaultModel(task);
  const served = registry.models.filter(
    ({ definition, providers }) =>
      definition?.task === task && providers.some((provider) => provider.status === 'live'),
  );
  return first === undefined ? [] : [first, ...served.filter((model) => model !== first)];
}

/** `GET /api/tasks`: the Hub's catalog of tasks, with the sandbox's models in place of the recommended ones. */
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
