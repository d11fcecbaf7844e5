const encoder = new TextEncoder();

/**
 * FNV-1a hash of a text's UTF-8 bytes, 32 bits without sign (G. Fowler, L. C. Noll, K.-P. Vo): from 2166136261, for each
 * byte exclusive-or, then times 16777619.
 */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
