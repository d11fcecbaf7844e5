const BYTES = 16;

/**
 * 32 hexadecimal digits that nobody guesses. `crypto.randomUUID` is not there on pages that came over plain http, this
 * is.
 */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
