export { addAnswer, canContinue, isConversational, isIncomplete } from './chat-turns.ts';
export { createSession } from './create-session.ts';
export { currentParameterSpecs, currentRequest } from './current-request.ts';
export {
  getVisibleExchanges,
  hasChangedSinceRun,
  missingText,
  pendingPrompt,
  toInputs,
} from './input-queries.ts';
export { loaded, LoadError } from './loaded.ts';
export { type PacedSession, paceRuns } from './pace-runs.ts';
export {
  canRun,
  createRunSpec,
  getChosenPlace,
  getInputs,
  getUnconfirmed,
  hasTarget,
  isFinished,
  isRunning,
  missingInputs,
  modelsMessage,
} from './session-queries.ts';
export { afterEvent, type SessionRun } from './session-run.ts';
export {
  type ChatState,
  type Exchange,
  type FinishedRun,
  idleRun,
  initialState,
  type ModelsState,
  noModels,
  type Replacement,
  type RestoredRun,
  type RunState,
  type SessionState,
  type TaskInputs,
} from './session-state.ts';
export type { Session } from './session.ts';
export { createStore, type Observable, type Store } from './store.ts';
