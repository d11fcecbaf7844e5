export * from './code-tabs.ts';
