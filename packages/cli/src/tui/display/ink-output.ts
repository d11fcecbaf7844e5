import { EventEmitter } from 'node:events';
import type { Size } from './size.ts';

/**
 * What Ink takes for standard output: it gives each frame to the painter whole. Ink's own way of writing goes up and
 * erases lines, which flickers, and erases what was scrolled away when the terminal gets smaller.
 */
export class InkOutput extends EventEmitter {
  readonly isTTY = true;
  columns: number;
  rows: number;
  readonly #show: (frame: string) => void;

  constructor({ columns, rows }: Size, show: (frame: string) => void) {
    super();
    this.columns = columns;
    this.rows = rows;
    this.#show = show;
  }

  write(frame: string, written?: () => void): boolean {
    if (frame !== '') this.#show(frame);
    written?.();
    return true;
  }

  /** Tells Ink of another size. */
  resize({ columns, rows }: Size): void {
    this.columns = columns;
    this.rows = rows;
    this.emit('resize');
  }
}
