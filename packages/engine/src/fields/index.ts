export * from './files.ts';
export * from './share-file.ts';
export * from './check-files.ts';
export * from './field.ts';
export * from './field-kinds.ts';
export * from './field-values.ts';
export { describeInputs, fieldFormats, fieldText, parseField, type JsonSchema } from './field-formats.ts';
export * from './json.ts';
export * from './parse-json.ts';
export { notATable, unevenRow } from './json-table.ts';
export {
  decodeJsonField,
  findEvenSeparators,
  isJsonTable,
  parseJsonField,
  parseRows,
  separatorLine,
  splitCells,
} from './table-text.ts';
export * from './parse.ts';
