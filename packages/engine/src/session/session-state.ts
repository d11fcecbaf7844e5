import type { Failure } from '../errors/index.ts';
import type { FieldDraft, Values } from '../fields/index.ts';
import type { Progress } from '../http/index.ts';
import type { Identity, ListedModel, Listing } from '../hub/index.ts';
import type { EndedRun, InferenceRequest, PartialAnswer, QueueEvent, RunResult } from '../request/index.ts';
import type { RunChoices } from '../spec/index.ts';
import type { ResultViews } from '../results/index.ts';
import {
  emptyChat,
  type Chat,
  type ChatExchange,
  type ChatPrompt,
  type ChatSupport,
  type Drafts,
  type Task,
  type TaskId,
  type TypedParameters,
} from '../tasks/index.ts';

/** `expired`: the Hub refused the token; inputs are kept. */
interface SignInState {
  readonly status: 'signed-out' | 'signed-in' | 'expired';
  /** Known a moment after signing in; missing when the Hub did not answer. */
  readonly identity?: Identity;
  readonly error?: Failure;
  /** For example, that the token will not be stored. */
  readonly notice?: string;
}

/** While loading, the models received so far; after a failed search, those from before. */
export interface ModelsState extends Omit<Listing, 'done'> {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  readonly error?: Failure;
  /** Words that the Hub searched for. */
  readonly search?: string;
  /** The model that runs if none is chosen, once it is known. */
  readonly defaultModel?: string;
  /** Available models that have fewer downloads than those of a full list. */
  readonly further?: readonly ListedModel[];
}

/** A run while it is in progress. */
interface CurrentRun {
  /** The inputs that the run started with. */
  readonly inputs: TaskInputs;
  readonly startedAt: Date;
  /** Undefined until the model was looked up. */
  readonly request?: InferenceRequest;
}

interface LoadingRun extends CurrentRun {
  readonly status: 'loading';
  readonly progress?: Progress;
  /** The model is loading; seconds by the server's estimate. */
  readonly waiting?: { readonly seconds?: number };
  /** The provider has queued the run, or runs it. */
  readonly queue?: QueueEvent;
}

interface StreamingRun extends CurrentRun {
  readonly status: 'streaming';
  /** What has arrived so far. */
  readonly partial: PartialAnswer;
}

/** A run that ended, with the inputs that it started with. */
export type FinishedRun = EndedRun &
  Pick<CurrentRun, 'inputs'> & {
    /** Where a result comes from that was not run now. */
    readonly note?: string | undefined;
  };

type KeysOfAll<Union> = Union extends unknown ? keyof Union : never;

/** The members of a union, in which properties of the others are undefined, so that all can be destructured. */
type Exclusive<Union, Keys extends PropertyKey = KeysOfAll<Union>> = Union extends unknown
  ? Union & Readonly<Partial<Record<Exclude<Keys, keyof Union>, undefined>>>
  : never;

/** The current run (specification, section 4). */
export type RunState = Exclusive<{ readonly status: 'idle' } | LoadingRun | StreamingRun | FinishedRun>;

/** A message and its answer with what a front end shows of it. */
export interface Exchange extends ChatExchange {
  readonly view: ResultViews['text'];
  /** Missing if the answer was canceled or broke off. */
  readonly result?: RunResult;
  /** The one that answered, if it is known. */
  readonly model?: string | undefined;
  readonly drafts?: Drafts<Exchange> | undefined;
}

/** A conversation: its settings, the images of the next message, and what was said. */
export interface ChatState extends Chat {
  readonly exchanges: readonly Exchange[];
  readonly drafts?: Drafts<Exchange> | undefined;
  /** While a message is edited: its place, and the message that was typed before. */
  readonly editing?: (ChatPrompt & { readonly at: number }) | undefined;
}

export type TaskInputs = Pick<SessionState, 'values' | 'drafts' | 'parameters' | 'choices'> & {
  readonly chat?: ChatState;
};

export type Replacement = 'example' | 'clear' | 'edit' | 'new-chat' | 'run';

/** Inputs that were replaced and can be restored. */
export interface ReplacedInputs extends Pick<SessionState, 'values' | 'drafts' | 'parameters' | 'chat'> {
  readonly by: Replacement;
}

/** A run of a file, a link or the history that fills in the form. */
export interface RestoredRun {
  readonly task: TaskId;
  readonly model?: string | undefined;
  readonly inputs: TaskInputs;
  /** Its result or error. */
  readonly run?: FinishedRun | undefined;
  /** Whether its endpoint and its organization to bill need no confirmation: the run is the user's own. */
  readonly isTrusted: boolean;
}

/** All state that a front end shows. */
export interface SessionState {
  readonly signIn: SignInState;
  readonly task?: Task;
  /** The ID or alias by which the task was chosen. */
  readonly taskName?: string;
  readonly models: ModelsState;
  /** Whether pickers list only models that are available now. */
  readonly availableOnly: boolean;
  readonly model?: string;
  readonly values: Values;
  /** By field. A draft is dropped when its field gets another value. */
  readonly drafts: Readonly<Record<string, FieldDraft | undefined>>;
  readonly parameters: TypedParameters;
  readonly choices: RunChoices;
  /** Endpoint URLs, and organizations to bill, from links and files; nothing is sent with one of them until it is confirmed. */
  readonly unconfirmed: readonly string[];
  readonly chat: ChatState;
  /** Undefined while it is looked up. */
  readonly chatSupport?: ChatSupport;
  /** Inputs of this task that can be restored, the newest last. */
  readonly replaced: readonly ReplacedInputs[];
  /** What replaced the inputs last; undefined once they were edited. */
  readonly replacedBy?: Replacement;
  readonly clearCount: number;
  readonly run: RunState;
}

export const idleRun: RunState = { status: 'idle' };
export const noModels: ModelsState = { status: 'idle', models: [], dropped: 0, truncated: false };

export const initialState: SessionState = {
  signIn: { status: 'signed-out' },
  models: noModels,
  availableOnly: true,
  values: {},
  drafts: {},
  parameters: {},
  choices: {},
  unconfirmed: [],
  chat: emptyChat,
  replaced: [],
  clearCount: 0,
  run: idleRun,
};
