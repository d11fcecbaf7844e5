import type { Failure } from '../errors/index.ts';
import { missingFields, type Values } from '../fields/index.ts';
import type { Progress } from '../http/index.ts';
import type { Identity, ListedModel } from '../hub/index.ts';
import type { Destination, InferenceRequest, RunResult } from '../request/index.ts';
import type { Task, TypedParameters } from '../tasks/index.ts';

/** Who is signed in. `expired`: the Hub refused the token; inputs stay while a new one is asked for. */
export interface SignInState {
  readonly status: 'signed-out' | 'signed-in' | 'expired';
  /** Comes a moment after signing in; missing when the Hub could not be asked. */
  readonly identity?: Identity;
  /** What went wrong with signing in. */
  readonly error?: Failure;
  /** One line to tell, for example that the token will not be kept. */
  readonly notice?: string;
}

/** The models of the chosen task. */
export interface ModelsState {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  /** In order; while loading those that have come so far. */
  readonly models: readonly ListedModel[];
  /** Rows of the Hub that could not be read. */
  readonly dropped: number;
  /** The Hub has more pages than were read, so that models may be missing. */
  readonly truncated: boolean;
  readonly error?: Failure;
  /** What the list was narrowed to on the Hub. */
  readonly search?: string;
  readonly provider?: string;
}

/** The run at hand (specification, section 4). */
export interface RunState {
  readonly status: 'idle' | 'loading' | 'streaming' | 'result' | 'error' | 'canceled';
  /** What a stream has brought so far; stays when it breaks off. */
  readonly text: string;
  /** What a stream has brought of the model's reasoning. */
  readonly reasoning?: string;
  /** What was sent, from the moment that it is known. */
  readonly request?: InferenceRequest;
  readonly progress?: Progress;
  /** The model is loading; seconds by the server's estimate. */
  readonly waiting?: { readonly seconds?: number };
  readonly result?: RunResult;
  readonly error?: Failure;
}

/** Choices beside the inputs. */
export interface RunChoices {
  readonly provider?: string;
  /** Empty: a run is to go to an address that is still to be given. */
  readonly endpointUrl?: string;
  readonly billTo?: string;
  /** Chat only; true by default. */
  readonly stream?: boolean;
}

/** Everything that a front end shows. */
export interface SessionState {
  readonly signIn: SignInState;
  readonly task?: Task;
  readonly models: ModelsState;
  readonly model?: string;
  readonly values: Values;
  readonly parameters: TypedParameters;
  readonly choices: RunChoices;
  readonly run: RunState;
}

export const idleRun: RunState = { status: 'idle', text: '' };
export const noModels: ModelsState = { status: 'idle', models: [], dropped: 0, truncated: false };

export const initialState: SessionState = {
  signIn: { status: 'signed-out' },
  models: noModels,
  values: {},
  parameters: {},
  choices: {},
  run: idleRun,
};

/** Whether a run is under way: the specification's global loading flag. */
export function isRunning({ run }: Pick<SessionState, 'run'>): boolean {
  return run.status === 'loading' || run.status === 'streaming';
}

/** The required inputs that are still missing, by name. */
export function missingInputs({ task, values }: Pick<SessionState, 'task' | 'values'>): string[] {
  return task ? missingFields(task.fields, values) : [];
}

/** Whether the run button is enabled. */
export function canRun(state: SessionState): boolean {
  return (
    state.task !== undefined && hasTarget(state) && !isRunning(state) && missingInputs(state).length === 0
  );
}

/** Whether it is known where a run goes; an address that is still to be given leads to no provider instead. */
export function hasTarget({ model, choices }: Pick<SessionState, 'model' | 'choices'>): boolean {
  const { endpointUrl } = choices;
  return endpointUrl === undefined ? model !== undefined : endpointUrl !== '';
}

/** Where the next run goes. */
export function destinationOf({ model, choices }: Pick<SessionState, 'model' | 'choices'>): Destination {
  const { provider, endpointUrl } = choices;
  return endpointUrl === undefined ? { model, provider } : { endpointUrl };
}

/** What the model picker says in place of models (specification, section 2). */
export function modelsMessage({ task, models }: Pick<SessionState, 'task' | 'models'>): string | undefined {
  if (!task) return 'Select a task to view available models';
  if (models.status === 'loading' && models.models.length === 0) return 'Loading models for this task';
  return models.status === 'loaded' && models.models.length === 0
    ? 'No models available for this task'
    : undefined;
}
