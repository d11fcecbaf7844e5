import {
  CanceledError,
  counted,
  createStore,
  InputError,
  type NamedBlob,
  type Store,
  type Task,
} from '@tryout/engine';
import { proxy, type Remote } from 'comlink';
import type { App } from '../app-context.ts';
import { watchUser } from '../watch-user.ts';
import type { BatchHost } from './batch-worker.ts';
import workerUrl from './batch-worker.ts?worker&url';
import { openWorker, type OpenWorker } from '../../lib/workers.ts';
import type { Batch, BatchChoices, BatchRow, BatchState, OnUpdate, PlainError } from './records.ts';

function createBatch({ memory }: App, id: string, state: Pick<BatchState, 'record' | 'status'>): Batch {
  const store = createStore<BatchState>({ ...state, rows: [], version: 0, ended: 0, failed: 0 });
  const batch = { store, add: collectRows(store) };
  memory.batches.set(id, batch);
  return batch;
}

/** The worker that runs all batches. */
function openShared({ memory }: App): OpenWorker<BatchHost> {
  if (memory.batchWorker) return memory.batchWorker;
  const worker = openWorker<BatchHost>(workerUrl);
  memory.batchWorker = worker;
  worker.lost.catch(() => (memory.batchWorker = undefined));
  return worker;
}

/** Calls a worker with the connection of the session. @throws its errors as those of this page */
export async function callHost<Result>(
  app: App,
  work: (host: Remote<BatchHost>) => Promise<Result>,
  { host, lost } = openShared(app),
): Promise<Result> {
  const { session, settings } = app;
  const { token, renewal } = session.connection();
  const renew = proxy(async (refused: string) => renewal?.renew(refused));
  try {
    await Promise.race([host.connect({ ...settings }, token, renew), lost]);
    return await Promise.race([work(host), lost]);
  } catch (error) {
    throw toError(error);
  }
}

const toError = (error: unknown) =>
  error instanceof Error ? error : new InputError((error as PlainError).message, error as PlainError);

/** The store of a batch, which is loaded if it is not there. */
export function getBatch(app: App, id: string): Store<BatchState> {
  const known = app.memory.batches.get(id);
  if (known) return known.store;
  const { store, add } = createBatch(app, id, { status: 'loading' });
  const fail = (error?: unknown) => {
    // The next visit tries again.
    app.memory.batches.delete(id);
    store.update({ status: 'missing', error });
  };
  callHost(app, (open) => open.open(id, proxy(add))).then(
    (record) => (record ? store.update({ record, status: 'idle' }) : fail()),
    fail,
  );
  return store;
}

function collectRows(store: Store<BatchState>): OnUpdate {
  const rows: (BatchRow | undefined)[] = [];
  let [ended, failed] = [0, 0];
  return (added, progress = store.getSnapshot().progress) => {
    for (const each of added) {
      const { input, label, row, model } = each;
      const before = rows[row - 1]?.answers.get(model);
      const answers = new Map(rows[row - 1]?.answers).set(model, each);
      const all = [...answers.values()];
      ended += before ? 0 : 1;
      failed += Number(each.failure !== undefined) - Number(before?.failure !== undefined);
      rows[row - 1] = {
        ...{ input, label, answers },
        isFailed: all.some(({ failure }) => failure !== undefined),
        isDiffering: new Set(all.map(({ failure, answer }) => failure ?? answer)).size > 1,
        isWrong: all.some(({ isWrong }) => isWrong),
      };
    }
    store.update({ rows, ended, failed, progress, version: store.getSnapshot().version + 1 });
  };
}

interface AddOptions {
  readonly title?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Seconds without a row. */
const MAX_READING = 60;

/** Reads a source in a worker of its own, which may take forever, and stores it as a new batch. @returns its ID */
export async function addBatch(
  app: App,
  task: Task,
  files: readonly NamedBlob[],
  { title = files.length === 1 ? files[0]!.path : counted(files.length, 'file'), signal }: AddOptions = {},
): Promise<string> {
  const worker = openWorker<BatchHost>(workerUrl);
  const cancel = () => worker.end(new CanceledError());
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  let timer = 0;
  const watch = () => {
    clearTimeout(timer);
    const hint = 'Check that the file is not damaged.';
    const error = new InputError(`Could not read ${title}: a row takes longer than ${MAX_READING} s`, {
      hint,
    });
    timer = window.setTimeout(() => worker.end(error), MAX_READING * 1000);
  };
  watch();
  try {
    const record = await callHost(app, (host) => host.add(task.id, title, files, proxy(watch)), worker);
    createBatch(app, record.id, { record, status: 'idle' });
    return record.id;
  } finally {
    clearTimeout(timer);
    cancel();
  }
}

/** Runs the rows that are not finished. @param choices those of the batch by default */
export async function runBatch(
  app: App,
  id: string,
  { choices: chosen, retriesErrors = false }: { choices?: BatchChoices; retriesErrors?: boolean } = {},
): Promise<void> {
  const batch = app.memory.batches.get(id);
  if (!batch) return;
  const { store, add } = batch;
  const { record, status } = store.getSnapshot();
  const choices = chosen ?? record?.choices;
  if (!record || !choices || status !== 'idle') return;
  store.update({
    record: { ...record, choices },
    status: 'running',
    progress: undefined,
    end: undefined,
    error: undefined,
  });
  // The account pays for the rows.
  const unsubscribe = watchUser(app.session, () => stopBatch(app, id));
  try {
    const end = await callHost(app, (open) => open.run(id, choices, retriesErrors, proxy(add)));
    store.update({ end, progress: end.progress, error: end.error && toError(end.error) });
    // Asks to sign in again if the hub refuses the token, too.
    if (end.error?.code === 'TOKEN_REFUSED') void app.session.refreshIdentity();
  } catch (error) {
    store.update({ error });
  } finally {
    unsubscribe();
    store.update({ status: 'idle' });
  }
}

/** Ends the batch after the rows in flight; called again, at once. */
export function stopBatch({ memory }: App, id: string): void {
  const store = memory.batches.get(id)?.store;
  if (store?.getSnapshot().status === 'running') store.update({ status: 'stopping' });
  void memory.batchWorker?.host.stop(id);
}

/** Compares the answers with another column. */
export async function labelBatch(app: App, id: string, label: string): Promise<void> {
  const { store, add } = app.memory.batches.get(id) ?? {};
  const { record } = store?.getSnapshot() ?? {};
  if (!store || !record?.choices) return;
  store.update({ record: { ...record, choices: { ...record.choices, label } } });
  await callHost(app, (open) => open.open(id, proxy(add!), label)).catch((error: unknown) =>
    store.update({ error }),
  );
}

export async function removeBatch(app: App, id: string): Promise<void> {
  await callHost(app, (open) => open.remove(id));
  app.memory.batches.delete(id);
}

/** Deletes the batches and rows that cannot be read. */
export async function removeDamaged(app: App): Promise<void> {
  await callHost(app, (open) => open.removeDamaged());
  for (const { store } of app.memory.batches.values()) {
    const { record } = store.getSnapshot();
    if (record) store.update({ record: { ...record, damaged: 0 } });
  }
}
