import type { ListedModel } from '@tryout/engine';
import { useState } from 'react';

/**
 * What is known of the chosen model without asking: its row of the list, also after the list was narrowed to others.
 * @returns it, and how to tell what was looked up
 */
export function useChosenModel(
  id: string | undefined,
  models: readonly ListedModel[],
): [known: ListedModel | undefined, remember: (model: ListedModel) => void] {
  const [remembered, remember] = useState<ListedModel>();
  const listed = id === undefined ? undefined : models.find(({ name }) => name === id);
  if (listed && listed !== remembered) remember(listed);
  return [listed ?? (remembered?.name === id ? remembered : undefined), remember];
}
