export * from './field-formats.ts';
export * from './field.ts';
export * from './files.ts';
export { notATable, unevenRow } from './json-table.ts';
export * from './json.ts';
export * from './parse-json.ts';
export * from './parse.ts';
export * from './table-text.ts';
