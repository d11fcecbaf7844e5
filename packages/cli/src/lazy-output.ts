import { fstatSync, statSync, writeSync } from 'node:fs';

/** Texts up to this size are written without a stream. */
const MAX_SHORT_BYTES = 4096;

/**
 * An output stream that is created when it is first needed, not for checking whether it is a terminal or for short
 * texts: creating it takes longer than writing them.
 */
export function lazyOutput(descriptor: 1 | 2, create: () => NodeJS.WriteStream): NodeJS.WriteStream {
  if (mayBeTerminal(descriptor)) return create();
  let created: NodeJS.WriteStream | undefined;
  const stream = () => (created ??= create());
  const write = (text: string | Uint8Array, ...more: []) =>
    created || more.length > 0 ? stream().write(text, ...more) : writeShort(descriptor, text, stream);
  return new Proxy({} as NodeJS.WriteStream, {
    get(_target, name) {
      if (!created && ['isTTY', 'columns', 'rows'].includes(String(name))) return undefined;
      if (!created && name === 'write') return write;
      const value: unknown = Reflect.get(stream(), name);
      return typeof value === 'function' ? (value.bind(created) as unknown) : value;
    },
  });
}

/** Writes without the stream as much as possible; the stream writes the rest and reports errors. */
function writeShort(descriptor: 1 | 2, text: string | Uint8Array, stream: () => NodeJS.WriteStream): boolean {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    if (bytes.length <= MAX_SHORT_BYTES) written = writeSync(descriptor, bytes);
  } catch {
    // The stream gets the same error.
  }
  return written < bytes.length ? stream().write(bytes.subarray(written)) : true;
}

function mayBeTerminal(descriptor: 1 | 2): boolean {
  const found = fstatSync(descriptor);
  if (!found.isCharacterDevice()) return false;
  // /dev/null is no terminal. Where devices have no numbers, they cannot be compared.
  return found.rdev === 0 || found.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}
