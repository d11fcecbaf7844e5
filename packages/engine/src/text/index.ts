export * from './closest.ts';
export * from './code-points.ts';
export * from './random-name.ts';
export * from './redact.ts';
export * from './visible.ts';
