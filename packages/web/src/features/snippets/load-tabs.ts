/** What writes code; loaded when code is asked for. */
export { codeTabsOf, libraryTabOf, mediaTypeOf, requestNow } from '@tryout/engine';
