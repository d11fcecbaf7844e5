export * from './chat-fields.ts';
export * from './destinations.ts';
export * from './examples.ts';
export * from './parameters.ts';
