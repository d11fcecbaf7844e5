import type { OAuthResult, TokenStore } from '../auth/index.ts';
import type { FieldDraft, FieldValue, Values } from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import type { PerformOptions } from '../request/index.ts';
import type { RunChoices } from '../spec/index.ts';
import type { Chat, TaskId, TypedParameters } from '../tasks/index.ts';
import type { Confirmable } from './session-queries.ts';
import type { SessionRun } from './session-run.ts';
import type { FinishedRun, RestoredRun, SessionState, TaskInputs } from './session-state.ts';
import type { Observable } from './store.ts';

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
