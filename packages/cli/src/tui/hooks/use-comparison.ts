import {
  createComparison,
  createRunSpec,
  emptyChat,
  getInputs,
  isFinished,
  MAX_CANDIDATES,
  MIN_CANDIDATES,
  nameCandidates,
  shuffleCandidates,
  getBlindName,
  taskNamed,
  type ComparedRun,
  type ComparisonOptions,
} from '@tryout/engine';
import { useEffect, useState } from 'react';
import { noMarks, useStore, type OpenComparison } from './stores.ts';
import { usePicker, useSession, type PickerSettings } from './use-picker.ts';

/** The marked models of the chosen task. */
export function useMarks() {
  const { marks, notify } = usePicker();
  const { task } = useSession();
  const { models, task: markedTask } = useStore(marks);
  const marked = markedTask === task?.id ? models : [];
  return {
    marked,
    /** Whether there are enough models to compare. */
    isComparing: marked.length >= MIN_CANDIDATES,
    toggle(model: string): void {
      const others = marked.filter((each) => each !== model);
      const next = others.length < marked.length ? others : [...marked, model];
      if (next.length > MAX_CANDIDATES) return notify(`Compare at most ${MAX_CANDIDATES} models.`);
      marks.set({ task: task?.id, models: next });
    },
    clear: () => marks.set(noMarks),
  };
}

/** Runs the inputs of the form with several models, and shows their results. */
export function startComparison(settings: PickerSettings, models: readonly string[]): void {
  const { session, navigation, connection } = settings;
  const state = session.getSnapshot();
  const candidates = models.map((model) => ({ model }));
  // The form shows nothing of an earlier conversation.
  const inputs = { ...getInputs(state), chat: emptyChat };
  const spec = createRunSpec(state.task!, inputs);
  const options = { connection: connection(), spec, candidates };
  showComparison(settings, options);
  navigation.open('compare');
}

/** @param isBlind hides the names, in a random order */
export function showComparison(settings: PickerSettings, options: ComparisonOptions, isBlind = false): void {
  const comparison = createComparison(options);
  const order = isBlind ? shuffleCandidates(options.candidates.length) : [...options.candidates.keys()];
  settings.comparison.set({ comparison, options, order, isBlind });
  if (!options.earlier) settings.runComparison(comparison);
}

/** Shows recorded runs of a comparison again. */
export function openComparison(settings: PickerSettings, earlier: readonly ComparedRun[]): void {
  const state = settings.session.getSnapshot();
  const task = taskNamed(state.task!.id);
  const candidates = earlier.map(({ candidate }) => candidate);
  const inputs = { ...getInputs(state), choices: { ...state.choices, provider: undefined } };
  const spec = createRunSpec(task, inputs);
  const options = { connection: settings.connection(), spec, candidates, earlier };
  settings.marks.set({ task: task.id, models: candidates.map(({ model }) => model) });
  showComparison(settings, options);
  settings.navigation.open('compare');
}

/** Milliseconds between updates during the runs. */
const INTERVAL = 200;

/** The runs of the current comparison and their names, in the order in which they are shown. */
export function useComparison({ comparison, options, order, isBlind }: OpenComparison) {
  const [snapshot, update] = useState({ of: comparison, state: comparison.getSnapshot() });
  const { runs, group } = snapshot.of === comparison ? snapshot.state : comparison.getSnapshot();
  // Runs start a moment later.
  const isActive = !options.earlier && runs.some(({ run }) => !isFinished(run));
  useEffect(() => {
    const refresh = () => update({ of: comparison, state: comparison.getSnapshot() });
    refresh();
    const timer = isActive ? setInterval(refresh, INTERVAL) : undefined;
    return () => clearInterval(timer);
  }, [comparison, isActive]);
  const names = nameCandidates(options.candidates);
  return {
    group,
    isActive,
    runs: order.map((index) => runs[index]!),
    names: order.map((index, place) => (isBlind ? getBlindName(place) : names[index]!)),
  };
}
