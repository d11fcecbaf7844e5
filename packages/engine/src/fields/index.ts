export { decodeText, getEncoding, maxInputBytes, requireKind, tooLarge } from './check-files.ts';
export {
  fileFromBlob,
  type FileInput,
  fitsField,
  getEnding,
  isFileInput,
  type MediaKind,
  mediaNouns,
  readFileInput,
  SNIFF_BYTES,
  sniffContentType,
} from './files.ts';
export { shareFile } from './share-file.ts';
export { describeInputs, fieldFormats, fieldText, type JsonSchema, parseField } from './field-formats.ts';
export {
  fieldKinds,
  type FileFieldKind,
  isFileField,
  isListField,
  type MediaFieldKind,
} from './field-kinds.ts';
export {
  emptyValues,
  findEmptyEntry,
  getOptionName,
  hasText,
  isFilled,
  listEntries,
  missingFields,
  splitAtCommas,
  splitSingleEntry,
  tidyLists,
} from './field-values.ts';
export {
  audio,
  candidateLabels,
  type Field,
  type FieldDraft,
  type FieldKind,
  type Fields,
  type FieldValue,
  type FieldValues,
  image,
  type JsonField,
  type JsonValue,
  list,
  type ListField,
  optional,
  table,
  text,
  type TextField,
  type Values,
  type ValuesOf,
  withoutKind,
} from './field.ts';
export { notATable, unevenRow } from './json-table.ts';
export {
  fileIn,
  type FilePlaceholder,
  getJsonFile,
  isFilePlaceholder,
  isJsonFileName,
  isTooDeep,
  type JsonTemplate,
  mapTemplate,
  MAX_DEPTH,
  placeholdersIn,
  rememberJsonFile,
  requireSendable,
  requireShallow,
} from './json.ts';
export { getTooManyHint, parseJson, tooManyValues } from './parse-json.ts';
export { type ChoiceKind, type NumberKind, type OneLineKind, parseTyped } from './parse.ts';
export {
  decodeJsonField,
  findEvenSeparators,
  formatCsv,
  isJsonTable,
  parseJsonField,
  parseRows,
  separatorLine,
  splitCells,
  withoutFormulas,
} from './table-text.ts';
