export { CHAT_PATH, getHubRequestUrl, normalizeUrl } from './request-url.ts';
export {
  checkSchema,
  checkValue,
  createValidator,
  findProblem,
  readJsonAnswer,
  readSchema,
  schemaText,
  withSchema,
} from './answer-schema.ts';
export * from './build.ts';
export * from './candidates.ts';
export * from './chat-support.ts';
export { type ChatPiece } from './chat-stream.ts';
export * from './destinations.ts';
export * from './inference-request.ts';
export { checkedMedia, readResult } from './media-response.ts';
export * from './partial-answer.ts';
export * from './perform-run.ts';
export { findRoute, policies, type Destination, type Policy } from './route.ts';
export * from './run.ts';
export type { ProviderJob, QueueState } from './provider-job.ts';
export { type QueueEvent, type RunEvent, type RunHandlers } from './runners.ts';
