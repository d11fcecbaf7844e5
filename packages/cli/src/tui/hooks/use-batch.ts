import {
  DEFAULT_BATCH_CONCURRENCY,
  emptyChat,
  estimateBatch,
  findLabelColumn,
  getChosenPlace,
  hasTarget,
  isFileField,
  isFilled,
  matchColumns,
  requirePrices,
  textPrompt,
  tryoutBatchCommand,
  type BatchEstimate,
  type BatchSetup,
  type SessionState,
} from '@tryout/engine';
import { useEffect, useMemo, useState } from 'react';
import { findBatch, type BatchOffer, prepareBatch, type PreparedBatch } from '../../batch/sources.ts';
import { startBatch } from '../../batch/start-batch.ts';
import { withHome } from '../../read-argv/paths.ts';
import { findProgramWords } from '../../installation.ts';
import { getFileDraft } from './file-draft.ts';
import type { OpenBatch } from './stores.ts';
import { useMarks } from './use-comparison.ts';
import { useJob } from './use-job.ts';
import { command, usePicker, useSession, type PickerSettings } from './use-picker.ts';

type Offered = Pick<OpenBatch, 'offer' | 'field'>;

/** The files or rows that were given for one input of the form. */
function useBatchOffer({ task, values, drafts }: SessionState): Offered | undefined {
  const { connection } = usePicker();
  const job = useJob();
  const [found, setFound] = useState<{ readonly text: string; readonly offer?: BatchOffer | undefined }>();
  const fields = Object.entries(task?.fields ?? {});
  const inFile = fields
    .filter(([, field]) => isFileField(field))
    .map(([name]) => ({ field: name, offer: getFileDraft(drafts[name], values[name]).batch }));
  const texts =
    inFile.length > 0 ? [] : fields.map(([name]) => [name, drafts[name]?.text ?? values[name]] as const);
  const [name = '', text] = texts.find(([, value]) => typeof value === 'string') ?? [];
  useEffect(() => {
    if (!task || typeof text !== 'string') return;
    job.start(
      (signal) => findBatch(text, task, connection(), signal).catch(() => undefined),
      (offer) => setFound({ text, offer }),
    );
    return job.cancel;
  }, [text, task, job, connection]);
  const inText = found && found.text === text ? [{ field: name, offer: found.offer }] : [];
  return [...inFile, ...inText].find((each): each is Offered => each.offer !== undefined);
}

/** Opens the screen of a new batch, or of the one that runs. */
function openBatch({ batch, navigation, notify }: PickerSettings, offered: Offered): void {
  const { run } = batch.getSnapshot() ?? {};
  if (run && run.batch.getSnapshot().status !== 'ended')
    notify('This batch is running. Start another one when it has ended.');
  else batch.set({ ...offered, columns: {}, retriesErrors: false });
  navigation.open('batch');
}

export const RUN_ALL = 'run all';

/** The command that runs all files or rows that were given for one input, and their name. */
export function useRunAll(state: SessionState, confirmation: string | undefined, beforeRun: () => void) {
  const settings = usePicker();
  const { isComparing } = useMarks();
  const offered = useBatchOffer(state);
  if (!offered) return undefined;
  function run(): void {
    if (confirmation !== undefined) return settings.notify(confirmation);
    if (!hasTarget(state) && !isComparing)
      return settings.notify('Choose a model first, or set an endpoint with Ctrl-T.');
    beforeRun();
    openBatch(settings, offered!);
  }
  // A field without a value has nothing else to run.
  const keys = state.values[offered.field] === undefined ? 'enter f7 alt+a' : 'f7 alt+a';
  return { label: offered.offer.label, command: command(keys, RUN_ALL, 'Run all files or rows', run) };
}

type Loaded<Value> = Partial<{ readonly value: Value; readonly error: unknown }>;

async function load<Value>(work: () => Promise<Value>): Promise<Loaded<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

/** What a batch of the form's models and inputs would do, and how it is started. */
export function useBatchSetup(open: OpenBatch) {
  const { connection, isSandbox, environment, batch, notify } = usePicker();
  const { task: currentTask, model, values, parameters, choices, chat } = useSession();
  const task = currentTask!;
  const { marked, isComparing } = useMarks();
  const preparing = useJob();
  const estimating = useJob();
  const [prepared, setPrepared] = useState<Loaded<PreparedBatch>>({});
  const [estimate, setEstimate] = useState<Loaded<BatchEstimate> & { readonly of?: unknown }>({});
  const [attempt, setAttempt] = useState(1);
  const { offer, field, prompt, columns, maxCost, retriesErrors, mediaRoot } = open;
  const models = isComparing ? marked : [model ?? ''];
  const names = models.join('\n');

  useEffect(() => {
    const places = isComparing
      ? names
          .split('\n')
          .map((each) => getChosenPlace({ model: each, choices: { ...choices, endpointUrl: undefined } }))
      : [getChosenPlace({ model, choices })];
    preparing.start((signal) => {
      const options = { signal, mediaRoot: mediaRoot && withHome(mediaRoot) };
      return load(() => prepareBatch(connection(), task, offer.paths, places, options));
    }, setPrepared);
  }, [preparing, connection, task, offer, mediaRoot, names, model, isComparing, choices, attempt]);

  const plan = useMemo(() => {
    const { sources, candidates, first } = prepared.value ?? {};
    if (!sources || !candidates || !first) return undefined;
    const filled = Object.entries(task.fields).filter(
      ([name, each]) =>
        name !== field && values[name] !== undefined && isFilled({ ...each, optional: false }, values[name]),
    );
    const { billTo, flags, schema } = choices;
    const { system } = chat;
    const setup: BatchSetup = {
      ...{ task, sources, candidates, columns, maxCost, retriesErrors },
      concurrency: DEFAULT_BATCH_CONCURRENCY,
      values: Object.fromEntries(filled.map(([name]) => [name, values[name]])),
      prompt: prompt === undefined ? undefined : textPrompt(prompt),
      chat: system === '' ? undefined : { ...emptyChat, system },
      run: { parameters, billTo, flags, schema, stream: false },
    };
    return { setup, ...matchColumns(Object.keys(first), setup) };
  }, [prepared, task, field, columns, maxCost, retriesErrors, prompt, values, parameters, choices, chat]);

  useEffect(() => {
    if (plan?.open.length === 0)
      estimating.start(
        (signal) =>
          load(() => {
            requirePrices(plan.setup.candidates, plan.setup.maxCost);
            return estimateBatch(plan.setup, signal);
          }),
        (loaded) => setEstimate({ of: plan, ...loaded }),
      );
    return estimating.cancel;
  }, [estimating, plan]);

  const used = [...(plan?.byField.values() ?? [])];
  const others = Object.keys(prepared.value?.first ?? {}).filter((each) => !used.includes(each));
  const label = open.label ?? findLabelColumn(others) ?? '';
  const output = open.output ?? prepared.value?.output ?? '';

  function start(): void {
    if (!plan) return;
    const { values: constants = {}, chat: conversation } = plan.setup;
    const { hubUrl, inferenceUrl } = connection();
    const command = tryoutBatchCommand(
      {
        ...{ task, models, output, columns, prompt, parameters, choices, maxCost, retriesErrors, mediaRoot },
        ...{ sources: offer.paths, label, values: constants, system: conversation?.system },
      },
      { hubUrl, inferenceUrl },
      isSandbox,
      findProgramWords(environment),
    );
    const own = { output: withHome(output), label: label || undefined };
    const files = { ...own, sources: prepared.value!.files, note: notify };
    batch.set({ ...open, run: { batch: startBatch(plan.setup, files), output, command } });
  }

  return {
    ...{ task, models, plan, label, output, start },
    columns: Object.keys(prepared.value?.first ?? {}),
    first: prepared.value?.first ?? {},
    /** Why it cannot run as it is. */
    error: prepared.error ?? (estimate.of === plan ? estimate.error : undefined),
    estimate: estimate.of === plan ? estimate.value : undefined,
    tryAgain: () => setAttempt(attempt + 1),
  };
}
