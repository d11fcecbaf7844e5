export {
  afterAnswer,
  canContinue,
  holdsConversation,
  isIncomplete,
  pendingPrompt,
  shownExchanges,
} from './chat-turns.ts';
export * from './create-session.ts';
export * from './current-request.ts';
export * from './has-changed.ts';
export * from './loaded.ts';
export * from './missing-labels.ts';
export * from './session.ts';
export * from './session-state.ts';
export * from './store.ts';
