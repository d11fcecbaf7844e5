export * from './files.ts';
export * from './field.ts';
export * from './json.ts';
export * from './parse-json.ts';
export { decodeJsonField, isJsonTable, parseJsonField, splitCells } from './table-text.ts';
export * from './parse.ts';
