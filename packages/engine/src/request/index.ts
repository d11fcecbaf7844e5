export { addressOf } from './address.ts';
export * from './build.ts';
export type { ChatChunk } from './chat-chunk.ts';
export { chatChunks } from './chat-stream.ts';
export { isOwn, type InferenceRequest, type Server } from './inference-request.ts';
export { payloadOf, withParameters } from './payload.ts';
export { findRoute, type Destination, type Route } from './route.ts';
export * from './run.ts';
