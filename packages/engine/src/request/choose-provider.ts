import { NotServedError } from '../errors/index.ts';
import type { ModelLookUp, ModelProvider } from '../hub/index.ts';
import { tasks, type Task } from '../tasks/index.ts';

/** The Hub's own provider. */
export const HF_INFERENCE = 'hf-inference';

/** Tasks that stand in the path do so because their models serve one another. */
function sharesModels(id: string): boolean {
  return tasks.some((task) => task.taskInPath && task.id === id);
}

/** Tasks whose models also do this one: they share their models, or are its conversational form. */
function servesTask(task: Task, provider: ModelProvider): boolean {
  if (provider.task === task.id || (task.conversation && provider.task === 'conversational')) return true;
  return provider.provider === HF_INFERENCE && sharesModels(task.id) && sharesModels(provider.task);
}

/**
 * Who serves a model for a task: the provider that was asked for, else the first that serves it now.
 * @throws NotServedError that says who does serve it
 */
export function chooseProvider(task: Task, { id, providers }: ModelLookUp, asked?: string): ModelProvider {
  const names = [...new Set(providers.map(({ provider }) => provider))];
  const named =
    asked === undefined
      ? providers.filter(({ status }) => status === 'live')
      : providers.filter(({ provider }) => provider === asked);
  const fitting = named.filter((provider) => servesTask(task, provider));
  // A conversation is what a chat model is best at, wherever both are served.
  const [chosen] = [...fitting].sort(
    (a, b) => Number(b.task === 'conversational') - Number(a.task === 'conversational'),
  );
  if (chosen) return chosen;
  const elsewhere = names.length > 0 ? `It is served by ${names.join(', ')}.` : '';
  const [other] = named;
  if (other) {
    throw new NotServedError(`${id} is served for ${other.task}, not for ${task.id}`, {
      model: id,
      providers: names,
      hint: 'Choose a model of this task, or run it as the task that it is served for.',
    });
  }
  if (asked !== undefined && names.length > 0) {
    throw new NotServedError(`${asked} does not serve ${id}`, {
      model: id,
      providers: names,
      hint: elsewhere,
    });
  }
  throw new NotServedError(`Nobody serves ${id} at the moment`, {
    model: id,
    hint: `Choose a model of ${task.id} that is served.`,
  });
}
