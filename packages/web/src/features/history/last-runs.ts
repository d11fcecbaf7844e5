import { attempt } from '@tryout/engine';

/** Session storage key of the IDs of this tab's last runs, by task and model. */
const KEY = 'last-runs';

type LastRuns = Readonly<Record<string, string | undefined>>;

const keyOf = (task: string, model: string) => `${task} ${model}`;

function readAll(): LastRuns {
  return attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as LastRuns) ?? {};
}

/** Without storage, results are lost on reload. @param id of the run; undefined to forget it */
export function setLastRun(task: string, model: string, id: string | undefined): void {
  const runs = { ...readAll(), [keyOf(task, model)]: id };
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(runs)));
}

export function lastRunOf(task: string, model: string): string | undefined {
  return readAll()[keyOf(task, model)];
}
