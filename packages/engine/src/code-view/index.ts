export {
  adjacentEntry,
  type CodeEntry,
  codeFileName,
  type CodePiece,
  type CodeTab,
  getPlace,
} from './code-entries.ts';
export { codeNotes, createCodeTabs, pieceOfSnippet, providerFormatNote } from './code-tabs.ts';
export { createLibraryPieces, libraryNotes, loadLibraryTab } from './library-tab.ts';
