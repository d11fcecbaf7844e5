/** What a terminal can show, and the parts that commands and the picker draw with. */
export * from './picture/draw-picture.ts';
export * from './progress.ts';
export * from './stream-writer.ts';
export * from './style.ts';
export * from './symbols.ts';
export * from './terminal.ts';
export * from './theme.ts';
export * from './width.ts';
