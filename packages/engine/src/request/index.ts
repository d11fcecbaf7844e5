export { addressOf, CHAT_PATH, hubAddress, normalAddress } from './addresses.ts';
export * from './build.ts';
export * from './chat-support.ts';
export { type ChatPiece } from './chat-stream.ts';
export { costOf } from './cost.ts';
export { usesHubFormat, type InferenceRequest } from './inference-request.ts';
export * from './prepare-run.ts';
export { findRoute, policies, type Destination, type Policy, type Route } from './route.ts';
export * from './run.ts';
