import ansi from 'ansi-styles';
import { onPaletteColor, paletteColor, textColor, type Rgb } from '../style.ts';
import type { Terminal } from '../terminal.ts';
import { type Canvas, type Glyph, pixelAt, pixelsInCell, type DrawMode } from './canvas.ts';

interface Paint {
  foreground(color: Rgb): string;
  background(color: Rgb): string;
  readonly noBackground: string;
  readonly reset: string;
}

function paintFor({ colors }: Pick<Terminal, 'colors'>): Paint {
  const truecolor = colors === 'truecolor';
  return {
    foreground: (color) =>
      truecolor ? ansi.color.ansi16m(...color) : ansi.color.ansi256(ansi.rgbToAnsi256(...color)),
    background: (color) =>
      truecolor ? ansi.bgColor.ansi16m(...color) : ansi.bgColor.ansi256(ansi.rgbToAnsi256(...color)),
    noBackground: ansi.bgColor.close,
    reset: ansi.color.close + ansi.bgColor.close,
  };
}

const UPPER_HALF = '▀';
const RAMP = ' .:-=+*#%@';

interface Cell {
  readonly character: string;
  readonly foreground?: Rgb;
  readonly background?: Rgb;
}

/** Draws a canvas and the characters over it as terminal lines. */
export function toLines(
  canvas: Canvas,
  glyphs: readonly Glyph[],
  terminal: Terminal,
  mode: DrawMode,
): string[] {
  const over = new Map(glyphs.map((glyph) => [`${glyph.column},${glyph.row}`, glyph]));
  const rows = Math.ceil(canvas.height / pixelsInCell[mode]);
  return Array.from({ length: rows }, (_, row) =>
    mode === 'ascii' ? asciiRow(canvas, row, over, terminal) : blockRow(canvas, row, over, terminal, mode),
  );
}

function asciiRow(canvas: Canvas, row: number, over: ReadonlyMap<string, Glyph>, terminal: Terminal): string {
  return Array.from({ length: canvas.width }, (_, column) => {
    const glyph = over.get(`${column},${row}`);
    if (glyph) return textColor(terminal, glyph.tone)(glyph.character);
    const [red, green, blue] = pixelAt(canvas, column, row);
    // Luminance (Rec. 709).
    const lightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    return RAMP[Math.min(RAMP.length - 1, Math.floor((lightness / 256) * RAMP.length))];
  }).join('');
}

function blockRow(
  canvas: Canvas,
  row: number,
  over: ReadonlyMap<string, Glyph>,
  terminal: Terminal,
  mode: DrawMode,
): string {
  const paint = paintFor(terminal);
  let line = '';
  let foreground = '';
  let background = '';
  for (let column = 0; column < canvas.width; column += 1) {
    const glyph = over.get(`${column},${row}`);
    const cell = glyph ? tagCell(glyph) : pixelCell(canvas, column, row, mode);
    const nextForeground = cell.foreground ? paint.foreground(cell.foreground) : foreground;
    const nextBackground = cell.background ? paint.background(cell.background) : paint.noBackground;
    if (nextForeground !== foreground) line += nextForeground;
    if (nextBackground !== background) line += nextBackground;
    line += cell.character;
    foreground = nextForeground;
    background = nextBackground;
  }
  return line + paint.reset;
}

function tagCell(glyph: Glyph): Cell {
  return {
    character: glyph.character,
    foreground: onPaletteColor(glyph.tone),
    background: paletteColor(glyph.tone),
  };
}

function pixelCell(canvas: Canvas, column: number, row: number, mode: DrawMode): Cell {
  if (mode === 'spaces') return { character: ' ', background: pixelAt(canvas, column, row) };
  const top = pixelAt(canvas, column, row * 2);
  // The last row of an odd height has no lower half.
  if (row * 2 + 1 >= canvas.height) return { character: UPPER_HALF, foreground: top };
  return { character: UPPER_HALF, foreground: top, background: pixelAt(canvas, column, row * 2 + 1) };
}
