export {
  browserTransport,
  type Connection,
  type Deadlines,
  defaultDeadlines,
  getApplicationPage,
  getTokenPage,
  HUB_URL,
  INFERENCE_URL,
  type RequestNote,
  type TokenRenewal,
  toTransportResponse,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  withTotalDeadline,
} from './connection.ts';
export { abortReason, MAX_TIMER, pause, unlessAborted, unlessFailed, withTimeout } from './deadlines.ts';
export { guardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
export { getRetryAfter, hintForResponse, plausibleWait, readRetryAfter } from './hints.ts';
export { explainNetworkFailure, getCauses, isOutOfHandles, whenHandlesAreFree } from './network-failure.ts';
export { type HttpResponse, limits } from './response.ts';
export { type Progress, send } from './send.ts';
export { MAX_SERVER_WAIT, waitForServer } from './server-waits.ts';
export {
  explain,
  type FailureBody,
  failureOptions,
  findReason,
  findReasonInText,
  findReportedError,
  getReason,
  parseServerJson,
  readFailureBody,
  readJson,
  readReportedError,
  type ReportedError,
  reportedOptions,
  type ResponseSource,
  withoutFraming,
  withReceived,
} from './server-json.ts';
export { type BodyPiece, bodyPieces, type FormPart, getContentType, type RequestBody } from './upload.ts';
export {
  getViewerUrl,
  isLoopback,
  isPrivateAddress,
  isSecureUrl,
  isBelow,
  mayFetchFrom,
  mayReceiveToken,
  parseWebUrl,
  requireNoToken,
} from './url-rules.ts';
