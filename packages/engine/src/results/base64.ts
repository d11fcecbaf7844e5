/**
 * Whether a text is base64. Looks for what does not belong there: a pattern of the whole text overflows the stack at
 * some ten million characters, a minute of sound.
 */
export function isBase64(text: string): boolean {
  const unpadded = text.endsWith('==') ? text.slice(0, -2) : text.endsWith('=') ? text.slice(0, -1) : text;
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(unpadded);
}

/** The bytes of a base64 text. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
