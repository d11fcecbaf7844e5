export { fromBase64, fromBase64Url, getChunks, isBase64, toBase64, toBase64Url } from './bytes.ts';
export { didYouMean } from './did-you-mean.ts';
export { compareIntents, findIntent, getStems, type IntentMatch, wordsIn } from './intents.ts';
export {
  amountIn,
  attempt,
  escapeMarkup,
  hasValue,
  isRecord,
  mapStrings,
  MAX_STRINGS,
  own,
  parseBounded,
  randomName,
} from './json.ts';
export {
  hasAccessToken,
  isAccessToken,
  MAX_TOKEN_LENGTH,
  redact,
  redactAccessTokens,
  REDACTED,
  redactPieces,
  redactValue,
  TOKEN_PREFIX,
  tokenRemover,
  withoutToken,
} from './redact.ts';
export { nameHint, similarNames } from './suggestions.ts';
export {
  asLabel,
  asLine,
  codePointOffsets,
  escapeUnsafe,
  shorten,
  unicodeEscape,
  visible,
  visibleLine,
  visiblePieces,
} from './visible.ts';
