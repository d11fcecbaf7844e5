/** What the terminal can show, and the parts that every front end in a terminal draws with. */
export * from './bar.ts';
export * from './palette.ts';
export * from './picture/draw-picture.ts';
export * from './progress.ts';
export * from './stream-writer.ts';
export * from './style.ts';
export * from './symbols.ts';
export * from './terminal.ts';
export * from './width.ts';
