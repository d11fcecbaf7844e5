export { addressOf, CHAT_PATH, hubAddress, normalAddress } from './addresses.ts';
export * from './build.ts';
export type { ChatChunk } from './chat-chunk.ts';
export { chatChunks, type ChatPiece } from './chat-stream.ts';
export { isOwn, type InferenceRequest, type Server } from './inference-request.ts';
export * from './prepare-run.ts';
export { findRoute, policies, type Destination, type Policy, type Route } from './route.ts';
export * from './run.ts';
