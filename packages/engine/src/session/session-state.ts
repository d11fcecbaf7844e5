import type { OAuthResult, TokenStore } from '../auth/index.ts';
import type { Failure } from '../errors/index.ts';
import type { FieldDraft, Values, FieldValue } from '../fields/index.ts';
import type { Progress, Connection } from '../http/index.ts';
import type { Identity, ListedModel, Listing } from '../hub/index.ts';
import type {
  EndedRun,
  InferenceRequest,
  PartialAnswer,
  QueueEvent,
  RunResult,
  PerformOptions,
} from '../request/index.ts';
import type { ResultViews } from '../results/index.ts';
import type { RunChoices, RunSpec } from '../spec/index.ts';
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
import type { Observable } from './store.ts';

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

/** A run of a session or comparison that ended, with what was run. */
export interface SessionRun {
  readonly spec: RunSpec;
  readonly run: FinishedRun;
}

/** Choices of a link or file that have to be confirmed before a run. */
export type Confirmable = 'endpointUrl' | 'billTo';

export interface SessionOptions {
  connect(token: string | undefined): Connection;
  readonly store: TokenStore;
  /** A token that was found at the start, for example in the environment. */
  readonly token?: string;
  /** The Hub's ID of the token's account, if known. */
  readonly account?: string;
  readonly inputs?: ReadonlyMap<TaskId, TaskInputs>;
  /** True by default. */
  readonly availableOnly?: boolean;
}

/** The state of the app and its actions, which can be called at any time. */
export interface Session extends Observable<SessionState> {
  connection(): Connection;
  /** Signs in with a pasted token. An invalid one becomes the sign-in's error. */
  signIn(pasted: string): Promise<void>;
  /** Signs in, or renews an expired sign-in, with the result of OAuth. Inputs are kept. */
  signInWith(result: OAuthResult): Promise<void>;
  /** Cancels the current work and deletes the token. Inputs are kept. */
  signOut(): Promise<void>;
  /**
   * Adopts the sign-in or sign-out of another window. Nothing is stored. A run continues if the token belongs to the
   * same account.
   * @param account the Hub's ID of that account, if known
   */
  adoptToken(token: string | undefined, account?: string): void;
  /** Requests the user's name again, if the Hub did not respond before. */
  refreshIdentity(): Promise<void>;
  /**
   * Chooses a task by its ID or an alias, and restores its inputs. The organization to bill is kept.
   * @throws InputError for an unknown task
   */
  chooseTask(id: string): void;
  /** The inputs of each task that was chosen, as if a current run stopped now. */
  inputsByTask(): ReadonlyMap<TaskId, TaskInputs>;
  /** Lists the task's models, or those that the Hub finds. */
  listModels(search?: string): void;
  /** Lists only models that are available now, or all. */
  filterModels(availableOnly: boolean): void;
  chooseModel(id: string): void;
  /** @param draft the text typed into the field, if it differs from the value */
  setValue(name: string, value: FieldValue | undefined, draft?: FieldDraft): void;
  /** Fills several fields; `restore` restores the inputs from before the first of successive examples. */
  fillExample(values: Values): void;
  setParameters(parameters: TypedParameters): void;
  setChoices(choices: RunChoices): void;
  /** Fills in the inputs of a run and shows its result; runs nothing. `restore` restores the inputs from before. */
  openRun(run: RestoredRun): void;
  /** Shows a run that ended earlier, unless there is one. */
  showRun(run: FinishedRun): void;
  /** Allows runs with what a link or file chose. */
  confirm(name: Confirmable): void;
  /** Changes the system prompt or the images of the next message. */
  changeChat(change: Partial<Pick<Chat, 'system' | 'images'>>): void;
  /** Puts a message into the input, by default the last. Its answer stays until the edited message is answered. */
  editMessage(at?: number): void;
  /** Puts the message from before the edit back into the input. */
  cancelEdit(): void;
  /**
   * Starts a new conversation with the same system prompt and parameters; `restore` undoes it.
   * @param count the number of exchanges that it begins with; 0 by default
   */
  newChat(count?: number): void;
  /** Shows another version of the conversation from an exchange on. @param index its place among all versions */
  showDraft(at: number, index: number): void;
  /** Answers a message again, by default the last. The earlier answer becomes a draft, or stays if no text arrives. */
  regenerate(at?: number): Promise<void>;
  /** Requests the rest of an answer that was cut off. */
  continueAnswer(): Promise<void>;
  /** Runs the model, unless a run is in progress or inputs are missing. */
  run(): Promise<void>;
  /** Follows a run that a provider queued before the page was reloaded, if its inputs are still there. */
  resume(job: NonNullable<PerformOptions['job']>): Promise<void>;
  /** Cancels the run; text received so far is kept. */
  cancel(): void;
  /** Calls a listener with every run that ends. @returns unsubscribes */
  onRunEnd(listener: (run: SessionRun) => void): () => void;
  /** Empties the form and removes result and error; `restore` restores the inputs. */
  clear(): void;
  /** Restores the inputs that were replaced last. @returns false when there are none */
  restore(): boolean;
  /** Deletes the inputs of all tasks, so that the next user does not see them. */
  forgetInputs(): void;
  dispose(): void;
}
