/** The engine of Tryout, without a user interface; runs in Node and in browsers. */
export * from './auth/index.ts';
export * from './code-view/index.ts';
export * from './errors/index.ts';
export * from './fields/index.ts';
export * from './examples/index.ts';
export * from './format/index.ts';
export * from './http/index.ts';
export * from './hub/index.ts';
export * from './media/index.ts';
export * from './request/index.ts';
export * from './results/index.ts';
export * from './runs/index.ts';
export * from './search/index.ts';
export * from './session/index.ts';
export * from './snippets/index.ts';
export * from './tasks/index.ts';
export * from './text/index.ts';
