import type { Failure } from '../errors/index.ts';
import { missingFields } from '../fields/index.ts';
import type { Place, RunSpec } from '../spec/index.ts';
import type { Task } from '../tasks/index.ts';
import type {
  ChatState,
  Confirmable,
  FinishedRun,
  RunState,
  SessionState,
  TaskInputs,
} from './session-state.ts';

/** Whether a run is under way: the specification's global loading flag. */
export function isRunning({ run }: Pick<SessionState, 'run'>): boolean {
  return run.status === 'loading' || run.status === 'streaming';
}

/** Whether a run has ended, in whatever way. */
export function isFinished(run: RunState): run is Extract<RunState, FinishedRun> {
  return run.status === 'done' || run.status === 'failed' || run.status === 'canceled';
}

export function missingInputs({ task, values }: Pick<SessionState, 'task' | 'values'>): string[] {
  return missingFields(task?.fields ?? {}, values);
}

export function canRun(state: SessionState): boolean {
  return (
    state.task !== undefined &&
    hasTarget(state) &&
    getUnconfirmed(state).length === 0 &&
    !isRunning(state) &&
    missingInputs(state).length === 0
  );
}

/** What a link or file chose and the user did not confirm: the endpoint and the organization to bill. */
export function getUnconfirmed({
  choices,
  unconfirmed,
}: Pick<SessionState, 'choices' | 'unconfirmed'>): Confirmable[] {
  return (['endpointUrl', 'billTo'] as const).filter((name) => unconfirmed.includes(choices[name] ?? ''));
}

/** Whether a run has a place. An empty endpoint URL does not fall back to a provider. */
export function hasTarget({ model, choices }: Pick<SessionState, 'model' | 'choices'>): boolean {
  const { endpointUrl } = choices;
  return endpointUrl === undefined ? model !== undefined : endpointUrl !== '';
}

/** Where a run is sent. Chats name the chosen model, even for an endpoint. */
export function getChosenPlace({ model, choices }: Pick<SessionState, 'model' | 'choices'>): Place {
  const { provider, endpointUrl } = choices;
  return endpointUrl === undefined ? { model, provider } : { model, endpointUrl };
}

/** What to run with the inputs of a form. */
export function createRunSpec(
  task: Task,
  { model, values, parameters, choices, chat }: TaskInputs & Pick<SessionState, 'model'>,
): RunSpec & { readonly chat?: ChatState | undefined } {
  const { billTo, stream, flags, schema } = choices;
  const place = getChosenPlace({ model, choices });
  const options = { billTo, stream, flags, schema, chat: task.conversation && chat, reportsUsage: true };
  return { task, place, values, parameters, ...options };
}

/**
 * The change after a request with the token failed: on a 401 the sign-in has expired. Clocks and expiry dates may be
 * wrong, so only the Hub's refusal counts.
 */
export function expiredSignIn({ signIn }: SessionState, error: Failure): Partial<SessionState> {
  const isRefused = 'status' in error && error.status === 401;
  return isRefused ? { signIn: { ...signIn, status: 'expired', error } } : {};
}

/** Shown in the model picker instead of models (specification, section 2). */
export function modelsMessage({ task, models }: Pick<SessionState, 'task' | 'models'>): string | undefined {
  if (!task) return 'Select a task to view available models';
  if (models.status === 'loading' && models.models.length === 0) return 'Loading models for this task';
  return models.status === 'loaded' && models.models.length === 0
    ? 'No models available for this task'
    : undefined;
}

export function getInputs({ values, drafts, parameters, choices, chat }: SessionState): TaskInputs {
  return { values, drafts, parameters, choices, chat };
}
