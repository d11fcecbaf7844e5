import { fieldKinds, withoutKind, type Field } from '../fields/index.ts';
import { isModelId, type ListedModel } from '../hub/index.ts';
import { resultKinds } from '../results/index.ts';
import { modalityLabel, type Task } from '../tasks/index.ts';

/** `default`, `private`, `gated`. */
export function modelLabels({ isDefault, private: isPrivate, gated }: ListedModel): string[] {
  return [
    ...(isDefault ? ['default'] : []),
    ...(isPrivate ? ['private'] : []),
    ...(gated === false ? [] : ['gated']),
  ];
}

/** A model's providers: `via together, nscale and 1 more`; undefined without any. */
export function providerSummary(
  { providers }: Pick<ListedModel, 'providers'>,
  max = providers.length,
): string | undefined {
  if (providers.length === 0) return undefined;
  const more = providers.length - max;
  return `via ${providers.slice(0, max).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Facts about a listed model: `via together`, `updated 2026-11-21`, `private`. */
export function modelFacts(model: ListedModel): string[] {
  const { updatedAt, gated } = model;
  return [
    ...(model.isDefault ? ['default'] : []),
    providerSummary(model) ?? 'no provider',
    ...(updatedAt === undefined ? [] : [`updated ${updatedAt.slice(0, 10)}`]),
    ...(model.private ? ['private'] : []),
    ...(gated === false ? [] : ['gated: request access on its page']),
  ];
}

/** The first public models that have a provider, or the first public ones if none has. */
export function suggestedModels(listed: readonly ListedModel[], max: number) {
  const open = listed.filter((model) => isModelId(model.name) && !model.private && model.gated === false);
  const served = open.filter(({ providers }) => providers.length > 0);
  const haveProvider = served.length > 0;
  return { models: (haveProvider ? served : open).slice(0, max), haveProvider };
}

/** The inputs of a task, such as `question` and `image`, and its result, such as `answers with scores`. */
export function taskSignature({ fields, result }: Pick<Task, 'fields' | 'result'>) {
  return { inputs: Object.values(fields).map(inputName), output: resultKinds[result.kind].description };
}

function inputName({ label, kind }: Field): string {
  const name = withoutKind(label);
  return name === 'Input' ? fieldKinds[kind].noun : name.toLowerCase();
}

/** What a task is found by besides its label. */
export function taskSearchTerms(task: Task) {
  const { inputs, output } = taskSignature(task);
  const words = [task.modality, modalityLabel(task), ...inputs, output, task.summary].join(' ');
  return { aliases: [task.id, ...task.aliases], intents: task.intents, words };
}
