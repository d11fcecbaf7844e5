export * from './build.ts';
export * from './chat-reader.ts';
export * from './places.ts';
export {
  CHAT_PATH,
  getHubRequestUrl,
  getProviderName,
  getServerName,
  type InferenceRequest,
  normalizeUrl,
  type PlannedRun,
  type Route,
  type Server,
  usesHubFormat,
  type WireRequest,
} from './inference-request.ts';
export * from './media-response.ts';
export * from './partial-answer.ts';
export * from './perform-run.ts';
export type { ProviderJob } from './provider-job.ts';
export * from './route.ts';
export * from './send-run.ts';
