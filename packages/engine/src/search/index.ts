export * from './models.ts';
export * from './name-search.ts';
