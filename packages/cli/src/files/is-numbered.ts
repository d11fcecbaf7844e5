import { numbered } from '@tryout/engine';

/** Whether a file's name is another one's with some number before its ending. */
export function isNumbered(name: string, plain: string): boolean {
  const number = /-(\d+)(?:\.[^.]*)?$/.exec(name)?.[1];
  return number !== undefined && numbered(plain, Number(number)) === name;
}
