export {
  addAnswer,
  canContinue,
  isConversational,
  isIncomplete,
  pendingPrompt,
  getVisibleExchanges,
} from './chat-turns.ts';
export * from './create-session.ts';
export * from './current-request.ts';
export * from './input-queries.ts';
export * from './loaded.ts';
export * from './pace-runs.ts';
export * from './session.ts';
export { afterEvent, type SessionRun } from './session-run.ts';
export * from './session-queries.ts';
export * from './session-state.ts';
export * from './store.ts';
