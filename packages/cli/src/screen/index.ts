/** What a terminal can show, and the parts that commands and the picker draw with. */
export * from './image.ts';
export * from './progress.ts';
export * from './word-wrap.ts';
export * from './style.ts';
export * from './terminal.ts';
export * from './width.ts';
