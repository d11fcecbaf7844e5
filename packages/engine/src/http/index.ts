export * from './connection.ts';
export * from './guarded-fetch.ts';
export * from './network-failure.ts';
export {
  getRetryAfter,
  hintForResponse,
  type HttpResponse,
  limits,
  plausibleWait,
  readRetryAfter,
} from './response.ts';
export * from './send.ts';
export * from './server-json.ts';
export * from './server-waits.ts';
export { type BodyPiece, bodyPieces, type FormPart, getContentType, type RequestBody } from './upload.ts';
export {
  getViewerUrl,
  isBelow,
  isLoopback,
  isPrivateAddress,
  isSecureUrl,
  mayFetchFrom,
  mayReceiveToken,
  parseWebUrl,
  requireNoToken,
} from './url-rules.ts';
