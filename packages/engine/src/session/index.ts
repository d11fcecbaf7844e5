export { addAnswer, canContinue, isConversational, isIncomplete } from './chat-turns.ts';
export * from './create-session.ts';
export * from './input-queries.ts';
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
export * from './session-run.ts';
export * from './session-state.ts';
export * from './store.ts';
