import { attempt } from '@tryout/engine';

const PREFIX = 'last-run ';

/** Session storage key of the ID of this tab's last run of a task and model. Without storage, reloads lose the result. */
export const lastRunKey = (task: string, model: string) => `${PREFIX}${task} ${model}`;

/** The next user of this tab does not see the results. */
export function forgetLastRuns(): void {
  const keys = attempt(() => Object.keys(sessionStorage)) ?? [];
  for (const key of keys) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
