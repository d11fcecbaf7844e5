import { InputError } from '../errors/index.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes that an input of each kind may have; larger ones come from a mistake. */
export const mostBytes = { text: 16 * MEGABYTE, json: 64 * MEGABYTE, media: 1024 * MEGABYTE } as const;

/** The error for an input beyond the limit of its kind. */
export function tooLarge(name: string, most: number): InputError {
  return new InputError(`${name} is too large`, { hint: `At most ${most / MEGABYTE} MB can be used here.` });
}
