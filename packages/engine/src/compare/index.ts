export * from './agreement.ts';
export * from './comparison.ts';
export * from './measures.ts';
export type { DecodeMask } from './regions.ts';
export { cosine } from './statistics.ts';
export { markDifferences, type TextPart } from './texts.ts';
export * from './votes.ts';
