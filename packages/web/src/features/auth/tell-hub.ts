/** Loaded when somebody signs out. */
export { tellHub } from '@tryout/engine';
