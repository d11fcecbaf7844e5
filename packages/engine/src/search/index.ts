export * from './model-address.ts';
export * from './name-search.ts';
