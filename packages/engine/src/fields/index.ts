export * from './file-input.ts';
export * from './read-file.ts';
export * from './field.ts';
export * from './json-limits.ts';
export * from './json-template.ts';
export { parseJson, TOO_MANY_HINT, tooManyValues } from './parse-json.ts';
export { decodeJsonField, isJsonTable, parseJsonField, splitCells } from './table-text.ts';
export * from './parse.ts';
export * from './task-fields.ts';
