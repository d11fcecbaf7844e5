export * from './listed-models.ts';
export * from './model-url.ts';
export * from './name-search.ts';
