/** Loaded on demand by the picker, like the engine's own session does. */
export { identify } from '@tryout/engine';
