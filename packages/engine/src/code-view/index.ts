export * from './code-entries.ts';
export * from './code-tabs.ts';
export * from './library-tab.ts';
