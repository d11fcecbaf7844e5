import { fstatSync, statSync, writeSync } from 'node:fs';

/** Bytes that fit into any pipe that is read; a pipe that is full says so. */
const MOST_BYTES = 4096;

/** Descriptors of standard output and standard error. */
export type OutputDescriptor = 1 | 2;

/**
 * Writes a short text without setting up the stream of its descriptor, which takes longer than the text. Where that
 * does not work at once, the stream takes over, and tells what is wrong.
 */
function writeShort(
  descriptor: OutputDescriptor,
  text: string | Uint8Array,
  stream: () => NodeJS.WriteStream,
) {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    if (bytes.length <= MOST_BYTES) written = writeSync(descriptor, bytes);
  } catch {
    // The stream will find the same.
  }
  return written < bytes.length ? stream().write(bytes.subarray(written)) : true;
}

/** Whether a descriptor may be a terminal; asked without what a stream needs. */
function mayBeTerminal(descriptor: OutputDescriptor): boolean {
  const found = fstatSync(descriptor);
  if (!found.isCharacterDevice()) return false;
  // Nobody looks at the null device. Where devices have no numbers, it cannot be told from others.
  return found.rdev === 0 || found.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}

const ofTerminals: ReadonlySet<string | symbol> = new Set(['isTTY', 'columns', 'rows']);

/**
 * An output stream that is set up when it is first needed: not for being asked whether it is a terminal, nor for short
 * texts. Once it is there, everything goes through it, in order.
 */
export function streamOnDemand(
  descriptor: OutputDescriptor,
  make: () => NodeJS.WriteStream,
): NodeJS.WriteStream {
  if (mayBeTerminal(descriptor)) return make();
  let made: NodeJS.WriteStream | undefined;
  const stream = () => (made ??= make());
  const write = (text: string | Uint8Array, ...more: []) =>
    made || more.length > 0 ? stream().write(text, ...more) : writeShort(descriptor, text, stream);
  return new Proxy({} as NodeJS.WriteStream, {
    get(_target, name) {
      if (!made && ofTerminals.has(name)) return undefined;
      if (!made && name === 'write') return write;
      const value: unknown = Reflect.get(stream(), name);
      return typeof value === 'function' ? (value.bind(made) as unknown) : value;
    },
  });
}
