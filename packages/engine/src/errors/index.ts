export * from './failure.ts';
export * from './http-errors.ts';
