export { getRequestUrl, CHAT_PATH, getHubRequestUrl, normalizeUrl } from './request-url.ts';
export * from './build.ts';
export * from './chat-support.ts';
export { type ChatPiece } from './chat-stream.ts';
export * from './destinations.ts';
export {
  chosenFlags,
  FLAGS_NOTE,
  requestFlags,
  usesHubFormat,
  type InferenceRequest,
  type RequestFlag,
} from './inference-request.ts';
export { checkedMedia, readResult } from './media-response.ts';
export * from './partial-answer.ts';
export * from './perform-run.ts';
export { findRoute, policies, type Destination, type Policy, type Route } from './route.ts';
export * from './run.ts';
