/** What the terminal can show, and the parts that every front end in a terminal draws with. */
export * from './progress.ts';
export * from './stream-writer.ts';
export * from './style.ts';
export * from './terminal.ts';
export * from './width.ts';
