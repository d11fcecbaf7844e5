import { EventEmitter } from 'node:events';
import type { Key } from './key.ts';

/**
 * What Ink takes for standard input: it is given the keys that a screen leaves to Ink's own inputs.
 */
export class InkInput extends EventEmitter {
  readonly isTTY = true;
  #key: string | null = null;

  /**
   * Passes a key on; resolves when Ink's inputs have been drawn again and know its effect. A pasted text loses its line
   * ends, at which they would end.
   */
  press({ name, text, sequence }: Key): Promise<void> {
    this.#key = name === 'paste' ? text.replace(/\n/g, '') : sequence;
    this.emit('readable');
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** The part of a stream that Ink reads from. */
  read(): string | null {
    const key = this.#key;
    this.#key = null;
    return key;
  }

  setRawMode(): this {
    return this;
  }

  setEncoding(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
