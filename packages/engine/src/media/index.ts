export * from './annotations.ts';
export * from './result-summary.ts';
export * from './sound.ts';
export * from './video.ts';
