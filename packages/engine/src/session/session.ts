import type { OAuthResult, TokenStore } from '../auth/index.ts';
import type { FieldValue, Values } from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import type { TaskId, TypedParameters } from '../tasks/index.ts';
import type { Draft } from './drafts.ts';
import type { Observable } from './observable.ts';
import type { RunChoices, SessionState } from './session-state.ts';

export interface SessionOptions {
  /** The connection to use as the person with this token, or as nobody. */
  connect(token: string | undefined): Connection;
  readonly store: TokenStore;
  /** A token that was found at the start, for example in the environment. */
  readonly token?: string;
  /** The Hub's ID of the account that the token belongs to, where it is known. */
  readonly account?: string;
  /** What was filled in for tasks before; nothing by default. */
  readonly drafts?: ReadonlyMap<TaskId, Draft>;
  /** Waits until there is room for what nobody waits for: asking whose that token is. Without it, there always is. */
  whenIdle?(): Promise<void>;
}

/** The picker as a state machine: both front ends are views of it. All methods may be called at any time. */
export interface Session extends Observable<SessionState> {
  /** The connection as the person who is signed in now, for what a front end asks the hub itself. */
  connection(): Connection;
  /** Signs in with a pasted token; a wrong one becomes the sign-in's error. */
  signIn(pasted: string): Promise<void>;
  /** Takes what came of signing in through the hub; a second time as well, when it has expired. Inputs stay. */
  signInWith(result: OAuthResult): Promise<void>;
  /** Ends what is under way and forgets the token; inputs stay. */
  signOut(): Promise<void>;
  /**
   * Takes over what another window has done: a token, or signing out. Nothing is stored. A run under way ends unless
   * the token belongs to the same account.
   * @param account the Hub's ID of that account, where it is known
   */
  adoptToken(token: string | undefined, account?: string): void;
  /** Asks again who is signed in, for when the Hub could not be asked before. */
  refreshIdentity(): Promise<void>;
  /**
   * Chooses a task; what was filled in for it before is there again, and whom to bill stays.
   * @throws InputError for a name that is no task
   */
  chooseTask(id: string): void;
  /** What is filled in for each task that was tried, that of the chosen one as it is now. */
  drafts(): ReadonlyMap<TaskId, Draft>;
  /** Lists the task's models anew, narrowed on the Hub; a provider narrows those of the tasks chosen later as well. */
  listModels(narrowed?: { search?: string; provider?: string }): void;
  chooseModel(id: string): void;
  setValue(name: string, value: FieldValue | undefined): void;
  /** Fills several inputs at once, for example from an example; the others stay. */
  fill(values: Values): void;
  addEntry(name: string): void;
  setParameters(parameters: TypedParameters): void;
  setChoices(choices: RunChoices): void;
  /** Runs with what is filled in; does nothing while a run is under way or inputs are missing. */
  run(): Promise<void>;
  /** Stops the run; what a stream has brought stays. */
  cancel(): void;
  /** Back to an empty form without result or error. */
  clear(): void;
  /** Forgets what is filled in for all tasks: whoever comes next is not to see it. */
  forgetInputs(): void;
  /** Ends all work, for leaving. */
  dispose(): void;
}
