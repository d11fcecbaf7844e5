import { count, counted, modelsMessage, type ModelsState, type Task } from '@tryout/engine';

/** What is said about the list of models, in one line; the specification's messages where they hold. */
export function modelsStatus(
  task: Task | undefined,
  models: ModelsState,
  { typed, found }: { readonly typed: string; readonly found: number },
): string {
  const { status, search, provider, dropped, truncated } = models;
  const listed = models.models.length;
  if (status === 'loaded' && listed === 0 && search !== undefined) return `No model found for “${search}”`;
  if (status === 'loaded' && listed === 0 && provider !== undefined)
    return 'Nobody serves a model for this task now';
  const message = modelsMessage(task ? { task, models } : { models });
  if (message !== undefined) return message;
  const lost = dropped === 0 ? '' : `; ${counted(dropped, 'row')} could not be read`;
  const note = truncated ? `${lost}; the list may be incomplete, search for others` : lost;
  if (status === 'loading') return `${LOADING}: ${count(listed)} so far`;
  if (status === 'failed')
    return listed === 0 ? '' : `${counted(listed, 'model')} came before the list broke off`;
  if (status === 'idle') return '';
  if (typed !== '') return `${count(found)} of ${counted(listed, 'model')}${note}`;
  return `${counted(listed, 'model')}${search === undefined ? '' : ` found for “${search}”`}${note}`;
}

const LOADING = 'Loading models for this task';
