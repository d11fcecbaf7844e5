import { withCursor } from '../display/cursor-mark.ts';

/** A few fixed rows to choose from, as ink-select-input does it. */
export interface InkMenu {
  readonly kind: 'menu';
  /** Tells it from those of other screens. */
  readonly id: string;
  readonly rows: readonly InkMenuRow[];
  /** Which row is chosen, from 0. */
  readonly chosen: number;
  onMove(index: number): void;
  /** Enter, or the row's number. */
  onChoose(index: number): void;
}

/** A row of a menu, styled, as wide as the room at most. */
export interface InkMenuRow {
  readonly name: string;
  readonly plain: string;
  readonly chosen: string;
}

/** One line of plain characters, such as a token, as ink-text-input does it. */
export interface InkLine {
  readonly kind: 'line';
  readonly id: string;
  /** Stands before it, styled. */
  readonly label: string;
  /** How wide the label is, in cells. */
  readonly labelColumns: number;
  readonly text: string;
  /** Shown in place of each character. */
  readonly mask?: string;
  onChange(text: string): void;
  onSubmit(): void;
}

/** An input that a component of Ink draws and runs. */
export type InkPart = InkMenu | InkLine;

/** How many lines a part takes up. */
export function rowsOfPart(part: InkPart | undefined): number {
  if (!part) return 0;
  return part.kind === 'menu' ? part.rows.length : 1;
}

/** How a part looks as lines, until Ink is loaded. */
export function linesOfPart(part: InkPart, columns: number): readonly string[] {
  if (part.kind === 'menu')
    return part.rows.map(({ plain, chosen }, index) => (index === part.chosen ? chosen : plain));
  const room = Math.max(0, columns - part.labelColumns - 1);
  const shown = part.mask === undefined ? part.text : part.mask.repeat(part.text.length);
  const tail = room === 0 ? '' : shown.slice(-room);
  return [`${part.label}${tail}${withCursor(' ')}`];
}

const menuKeys: ReadonlySet<string> = new Set(['up', 'down', 'enter', 'j', 'k', ...'123456789']);
const lineKeys: ReadonlySet<string> = new Set(['enter', 'backspace', 'left', 'right']);

/** Whether a part knows what a key means; of others ink-text-input would type their letters (Ctrl-U as `u`). */
export function takesKey(
  kind: InkPart['kind'],
  { name, text }: { readonly name: string; readonly text: string },
): boolean {
  return kind === 'menu' ? menuKeys.has(name) : text !== '' || lineKeys.has(name);
}
