import { costText } from '../cost.ts';
import { InputError } from '../errors/index.ts';
import { isFileInput, readFileInput, type FileInput, type Values } from '../fields/index.ts';
import { measures, type Measure } from './statistics.ts';
import { elapsed, percent, shortNumber, tokenRate } from '../format/index.ts';
import type { Connection } from '../http/index.ts';
import { findProvider, type PerformOptions } from '../request/index.ts';
import {
  createListeners,
  type createRunSpec,
  createStore,
  followRun,
  idleRun,
  type Observable,
  type RunState,
  type Session,
  type ChatState,
  type SessionRun,
  toInputs,
} from '../session/index.ts';
import { MAX_CANDIDATES, MIN_CANDIDATES, placeName, type Place, type RunSpec } from '../spec/index.ts';
import { createRunId, restoreInputs, restoreRun, type StoredRun } from '../stored/index.ts';
import type { Agreement } from './agreement.ts';

/** What runs on the inputs of a comparison, with their provider and parameters by default. */
export interface Candidate extends Pick<Place, 'provider'>, Pick<RunSpec, 'parameters'> {
  readonly model: string;
}

/** A candidate and its run. */
export interface ComparedRun {
  readonly candidate: Candidate;
  readonly run: RunState;
}

interface ComparisonState {
  /** The `group` of the recorded runs (ULID). */
  readonly group: string;
  /** In the order of the candidates. */
  readonly runs: readonly ComparedRun[];
}

/** Runs of several candidates on one input, each an ordinary run that ends alone. */
export interface Comparison extends Observable<ComparisonState>, Pick<Session, 'connection' | 'onRunEnd'> {
  /** Runs all candidates at the same time. Resolves when all have ended; never throws. */
  run(): Promise<void>;
  /** Cancels a candidate by its position, or all. */
  cancel(index?: number): void;
}

export interface ComparisonOptions {
  readonly connection: Connection;
  /** What every candidate runs. Its files are read and encoded once. */
  readonly spec: ReturnType<typeof createRunSpec>;
  readonly candidates: readonly Candidate[];
  /** The conversation that each candidate continues; that of the spec by default. */
  readonly chats?: readonly ChatState[] | undefined;
  /** Runs of the candidates that ended earlier, for a comparison that is shown again. */
  readonly earlier?: readonly ComparedRun[] | undefined;
  /** As in `performRun`, for every candidate. */
  readonly budget?: PerformOptions['budget'];
  readonly onPrepared?: PerformOptions['onPrepared'];
  readonly onEvent?: PerformOptions['onEvent'];
}

/** @throws InputError unless there are 2 to 8 candidates, or earlier runs */
export function createComparison({
  connection,
  spec,
  candidates,
  chats,
  earlier,
  budget,
  onPrepared,
  onEvent,
}: ComparisonOptions): Comparison {
  const { length } = candidates;
  if (!earlier && (length < MIN_CANDIDATES || length > MAX_CANDIDATES))
    throw new InputError(`A comparison takes ${MIN_CANDIDATES} to ${MAX_CANDIDATES} models, not ${length}`, {
      hint: 'Add or remove models.',
    });
  const group = createRunId();
  const listeners = createListeners<[run: SessionRun]>();
  const runs = earlier ?? candidates.map((candidate) => ({ candidate, run: idleRun }));
  const store = createStore<ComparisonState>({ group, runs });
  const controllers = candidates.map(() => new AbortController());
  const values = shareFiles(spec.values);
  const images = spec.chat?.images.map((image) => (isFileInput(image) ? shareFile(image) : image)) ?? [];

  function update(index: number, change: (run: RunState) => RunState): void {
    const all = store.getSnapshot().runs;
    store.update({
      runs: all.map((each, at) => (at === index ? { ...each, run: change(each.run) } : each)),
    });
  }

  async function runCandidate({ model, provider, parameters }: Candidate, index: number): Promise<void> {
    const own = {
      ...spec,
      place: { model, provider: provider ?? spec.place.provider },
      values,
      parameters: parameters ?? spec.parameters,
      chat: spec.chat && { ...(chats?.[index] ?? spec.chat), images },
      reportsUsage: true,
      group,
      candidate: index + 1,
    };
    const inputs = toInputs(own);
    const startedAt = new Date();
    update(index, () => ({ status: 'loading', inputs, startedAt }));
    const run = await followRun(connection, own, {
      inputs,
      startedAt,
      update: (change) => update(index, change),
      signal: controllers[index]!.signal,
      budget,
      onPrepared,
      onEvent,
    });
    update(index, () => run);
    listeners.notify({ spec: own, run });
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    connection: () => connection,
    async run() {
      await Promise.all(candidates.map(runCandidate));
    },
    cancel(index) {
      for (const [at, controller] of controllers.entries())
        if (index === undefined || index === at) controller.abort();
    },
    onRunEnd: listeners.add,
  };
}

/** The inputs of recorded runs of a comparison, its candidates, and how they ended. */
export async function restoreComparison(storedRuns: readonly StoredRun[]) {
  const restored = await Promise.all(
    storedRuns.map(async (stored) => {
      const { inputs, missing } = await restoreInputs(stored);
      const { model = '', provider } = stored.run;
      const candidate: Candidate = { model, provider, parameters: inputs.parameters };
      const run: RunState = (await restoreRun(stored, inputs)) ?? idleRun;
      return { inputs, missing, compared: { candidate, run } };
    }),
  );
  const runs: readonly ComparedRun[] = restored.map(({ compared }) => compared);
  const { inputs, missing } = restored[0]!;
  return { runs, candidates: runs.map(({ candidate }) => candidate), inputs, missing };
}

function shareFiles(values: Values): Values {
  const shared = Object.entries(values).map(
    ([name, value]) => [name, isFileInput(value) ? shareFile(value) : value] as const,
  );
  return Object.fromEntries(shared);
}

/** What is compared of a result besides its content: `120 ms`, `cost unknown`, `45 tokens/s`. */
export function comparedFacts({ run: { result } }: ComparedRun): string[] {
  if (!result) return [];
  const { firstTokenSeconds } = result;
  const provider = findProvider(result);
  return [
    ...(provider === undefined ? [] : [provider]),
    elapsed(result.seconds),
    result.cost === undefined ? 'cost unknown' : costText({ cost: result.cost, provider }),
    ...(firstTokenSeconds === undefined ? [] : [`first token ${elapsed(firstTokenSeconds)}`]),
    ...tokenRate(result),
  ];
}

/** The names of candidates, with provider and parameters where the models are the same. */
export function nameCandidates(candidates: readonly Candidate[]): string[] {
  const names = candidates.map(placeName);
  return names.map((name, index) => {
    const same = names.flatMap((other, at) => (other === name ? [at] : []));
    if (same.length === 1) return name;
    const { parameters = {} } = candidates[index]!;
    const changes = Object.entries(parameters).map(([parameter, value]) => `${parameter}=${value}`);
    return `${name} ${changes.join(' ') || `#${same.indexOf(index) + 1}`}`;
  });
}

/** The means of an agreement in words: `same first label 100.0%`, `rank correlation 0.87`. */
export function describeAgreement({ means }: Pick<Agreement, 'means'>): string[] {
  return Object.entries(means).map(([name, value]) => {
    const { label, isShare } = measures[name as Measure];
    return `${label} ${isShare ? percent(value) : shortNumber(value)}`;
  });
}

/** Bytes. */
const CHUNK = 192 * 1024;

/** A file that several runs send. It is read once, when the first of them opens it, and kept in memory. */
function shareFile(file: FileInput): FileInput {
  let content: Promise<Uint8Array> | undefined;
  const open = () => {
    let at = 0;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const bytes = await (content ??= readFileInput(file));
        controller.enqueue(bytes.subarray(at, (at += CHUNK)));
        if (at >= bytes.length) controller.close();
      },
    });
  };
  return file.isShared ? file : { ...file, isShared: true, open };
}
