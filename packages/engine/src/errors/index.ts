export * from './http-errors.ts';
export * from './failure.ts';
export * from './input-errors.ts';
