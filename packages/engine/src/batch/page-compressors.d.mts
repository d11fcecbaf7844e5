import type { Compressors } from 'hyparquet';

export const compressors: Compressors;
