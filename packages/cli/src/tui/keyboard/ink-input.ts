import { EventEmitter } from 'node:events';
import type { Key } from './key.ts';

/**
 * What Ink takes for standard input: it is given the keys that a screen leaves to Ink's own inputs, each at a time of its
 * own, because those inputs know a key's effect only after they were drawn again.
 */
export class InkInput extends EventEmitter {
  readonly isTTY = true;
  readonly #keys: string[] = [];
  #isDelivering = false;
  #current: string | null = null;

  /** Passes a key on. A pasted text loses its line ends, at which Ink's inputs would end. */
  press({ name, text, sequence }: Key): void {
    this.#keys.push(name === 'paste' ? text.replace(/\n/g, '') : sequence);
    if (!this.#isDelivering) this.#deliver();
  }

  #deliver(): void {
    const next = this.#keys.shift();
    this.#isDelivering = next !== undefined;
    if (next === undefined) return;
    this.#current = next;
    this.emit('readable');
    setImmediate(() => this.#deliver());
  }

  /** The part of a stream that Ink reads from. */
  read(): string | null {
    const key = this.#current;
    this.#current = null;
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
