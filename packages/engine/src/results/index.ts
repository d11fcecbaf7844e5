export * from './spans.ts';
export * from './values.ts';
export * from './text.ts';
export { base64Of, bytesOfBase64, check, describe } from './check.ts';
export * from './labels.ts';
export * from './result.ts';
export * from './pictures.ts';
