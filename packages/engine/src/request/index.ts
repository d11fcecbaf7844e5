export { BILL_TO, buildPayload, buildRequest, getFurtherImages, withParameters } from './build.ts';
export type { ChatPiece } from './chat-stream.ts';
export { getChatSupport } from './chat-support.ts';
export {
  chosenDestination,
  type DestinationChoice,
  ENDPOINT,
  ENDPOINT_LABEL,
  findProviders,
  type FoundProviders,
  listDestinations,
  noProviderOptions,
  providerLookupText,
  type ProviderOptions,
} from './destinations.ts';
export {
  getProviderName,
  getServerName,
  HF_INFERENCE,
  type InferenceRequest,
  type KnownRun,
  type PlannedRun,
  type Route,
  type Server,
  usesHubFormat,
  type WireRequest,
} from './inference-request.ts';
export { checkedMedia, readResult } from './media-response.ts';
export { addPiece, type PartialAnswer, receivedText } from './partial-answer.ts';
export {
  type DoneRun,
  type EndedRun,
  type PerformOptions,
  performRun,
  type PreparedRun,
  prepareRun,
} from './perform-run.ts';
export type { ProviderJob } from './provider-job.ts';
export { refuseAccessTokens } from './refuse-tokens.ts';
export { CHAT_PATH, getHubRequestUrl, normalizeUrl } from './request-url.ts';
export { findRoute } from './route.ts';
export { findProvider, run, type RunResult } from './run.ts';
export type { QueueEvent, RunEvent, RunHandlers } from './runners.ts';
