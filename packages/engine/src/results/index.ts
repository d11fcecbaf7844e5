export * from './chat-message.ts';
export * from './readers.ts';
export * from './result-kinds.ts';
export {
  type Box,
  check,
  describe,
  getSpanText,
  type Media,
  type ResultDefinition,
  type ResultKind,
  type ResultView,
  type ResultViews,
  type Span,
} from './result.ts';
