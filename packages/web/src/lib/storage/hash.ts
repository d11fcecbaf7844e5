// Loaded on demand, with the first file.
export { hashOf } from '@tryout/engine';
