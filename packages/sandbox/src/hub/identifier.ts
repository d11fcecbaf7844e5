import { createHash } from 'node:crypto';

/** Hexadecimal digits that stand for a name, the same ones each time: `_id` has 24, a commit 40. */
export function identifier(name: string, length: 24 | 40 = 24): string {
  return createHash('sha256').update(name).digest('hex').slice(0, length);
}
