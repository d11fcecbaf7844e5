export {
  checkSchema,
  checkValue,
  createValidator,
  readJsonAnswer,
  readSchema,
  schemaText,
  withSchema,
} from './answer-schema.ts';
export { BILL_TO, buildPayload, buildRequest, getFurtherImages, withParameters } from './build.ts';
export { MAX_CANDIDATES, MIN_CANDIDATES } from './candidates.ts';
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
  type RunChoices,
  toggleFlag,
  withEndpoint,
  withProvider,
} from './destinations.ts';
export {
  AUTO,
  chosenFlags,
  FLAGS_NOTE,
  getProviderName,
  getServerName,
  HF_INFERENCE,
  type InferenceRequest,
  type KnownRun,
  type PlannedRun,
  type RequestFlag,
  requestFlags,
  type Route,
  type RunOptions,
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
  type RunSetup,
} from './perform-run.ts';
export type { ProviderJob } from './provider-job.ts';
export { refuseAccessTokens } from './refuse-tokens.ts';
export { CHAT_PATH, getHubRequestUrl, normalizeUrl } from './request-url.ts';
export { type Destination, findRoute, policies } from './route.ts';
export { findProvider, run, type RunResult } from './run.ts';
export type { QueueEvent, RunEvent, RunHandlers } from './runners.ts';
