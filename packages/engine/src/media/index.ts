export * from './annotations.ts';
export * from './mask-center.ts';
export * from './media-facts.ts';
export * from './picture-size.ts';
export * from './result-summary.ts';
export * from './sound.ts';
