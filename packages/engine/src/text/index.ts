export * from './closest.ts';
export * from './code-points.ts';
export * from './map-strings.ts';
export * from './random-name.ts';
export * from './redact-pieces.ts';
export * from './redact.ts';
export * from './token-shape.ts';
export * from './visible.ts';
