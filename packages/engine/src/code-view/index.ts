export * from './code-tabs.ts';
export * from './library-tab.ts';
