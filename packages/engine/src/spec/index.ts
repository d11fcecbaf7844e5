export * from './answer-schema.ts';
export * from './place.ts';
export * from './run-spec.ts';
