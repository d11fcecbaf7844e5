import headless from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withCursor } from '../../../packages/cli/src/tui/display/cursor-mark.ts';
import { painterOf, type PainterOutput } from '../../../packages/cli/src/tui/display/painter.ts';
import type { PlacedPicture } from '../../../packages/cli/src/tui/display/placed-picture.ts';

interface Screen extends PainterOutput {
  columns: number;
  rows: number;
  writableNeedDrain: boolean;
  drained?: () => void;
  written: string[];
}

/** A painter on a real terminal's screen. */
function paintedScreen(columns = 40, rows = 8) {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  const output: Screen = {
    columns,
    rows,
    writableNeedDrain: false,
    written: [],
    write(text: string | Uint8Array) {
      output.written.push(String(text));
      terminal.write(text);
      return true;
    },
    once(_event: string, listener: () => void) {
      output.drained = listener;
      return output as never;
    },
  } as Screen;
  const painter = painterOf(output);
  /** Lets what is due be painted and drawn. */
  const settle = async () => {
    await Promise.resolve();
    await new Promise<void>((resolve) => terminal.write('', resolve));
  };
  const lines = () =>
    Array.from({ length: terminal.rows }, (_, row) =>
      (terminal.buffer.active.getLine(row)?.translateToString(true) ?? '').trimEnd(),
    );
  return { terminal, output, painter, settle, lines };
}

const shown = (frame: string, rows: number) =>
  Array.from({ length: rows }, (_, row) => (frame.split('\n')[row] ?? '').trimEnd());

test('whatever frames come, in whatever sizes, the last one is on the screen', async () => {
  const text = fc.stringMatching(/^[ a-zé漢😀]{0,20}$/u);
  const frames = fc.array(
    fc.record({
      lines: fc.array(text, { minLength: 1, maxLength: 9 }),
      size: fc.option(
        fc.record({ columns: fc.integer({ min: 20, max: 60 }), rows: fc.integer({ min: 2, max: 12 }) }),
      ),
      // Else it is replaced before anything is painted.
      isSeen: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(frames, async (all) => {
      const { terminal, output, painter, settle, lines } = paintedScreen();
      painter.start();
      for (const { lines: frame, size, isSeen } of all) {
        if (size) {
          await settle();
          terminal.resize(size.columns, size.rows);
          Object.assign(output, size);
          painter.refresh();
        }
        painter.show(frame.join('\n'));
        if (isSeen) await settle();
      }
      await settle();
      // What is too wide is cut by the terminal; the cells of wide characters that do not fit are its own affair.
      const narrow = lines().map((line) => line.slice(0, 10));
      const expected = shown(all.at(-1)!.lines.join('\n'), terminal.rows).map((line) =>
        line.slice(0, 10).trimEnd(),
      );
      expect(narrow.map((line) => line.trimEnd())).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

test('only the lines that differ are written', async () => {
  const { output, painter, settle } = paintedScreen();
  painter.start();
  painter.show('one\ntwo\nthree');
  await settle();
  output.written.length = 0;
  painter.show('one\n2\nthree');
  await settle();
  expect(output.written.join('')).toContain('2');
  expect(output.written.join('')).not.toMatch(/one|three/);
  output.written.length = 0;
  painter.show('one\n2\nthree');
  await settle();
  expect(output.written).toEqual([]);
});

test('a line that is too wide does not spill into the next', async () => {
  const { painter, settle, lines } = paintedScreen(20, 4);
  painter.start();
  painter.show(`${'漢'.repeat(15)}\nnext\n${'x'.repeat(50)}\nlast`);
  await settle();
  expect(lines()[1]).toBe('next');
  expect(lines()[3]).toBe('last');
});

test.each(['abc', '漢字', '👩‍👩‍👧', 'é', '\u001b[1mbold\u001b[22m 漢'])(
  'the cursor stands right after what the terminal drew: %s',
  async (before) => {
    const { terminal, painter, settle } = paintedScreen();
    painter.start();
    painter.show(`top\n${before}${withCursor(' ')}after\nbelow`);
    await settle();
    const { cursorX, cursorY } = terminal.buffer.active;
    const line = terminal.buffer.active.getLine(1)!;
    expect(cursorY).toBe(1);
    expect(line.translateToString(true, cursorX + 1)).toBe('after');
    // Another line changes; the cursor goes back.
    painter.show(`top\n${before}${withCursor(' ')}after\nchanged`);
    await settle();
    expect([terminal.buffer.active.cursorX, terminal.buffer.active.cursorY]).toEqual([cursorX, 1]);
    expect(terminal.modes.wraparoundMode).toBe(false);
  },
);

test('a slow terminal is given the newest frame alone', async () => {
  const { output, painter, settle, lines } = paintedScreen();
  painter.start();
  painter.show('first');
  await settle();
  output.writableNeedDrain = true;
  painter.show('second');
  await settle();
  painter.show('third');
  await settle();
  expect(lines()[0]).toBe('first');
  output.writableNeedDrain = false;
  output.drained?.();
  await settle();
  expect(lines()[0]).toBe('third');
  expect(output.written.join('')).not.toContain('second');
});

test('what stood on the screen comes back, with the cursor and the ends of lines', async () => {
  const { terminal, output, painter, settle, lines } = paintedScreen();
  terminal.write('before$ ');
  painter.start();
  painter.show('picker');
  await settle();
  expect(terminal.buffer.active.type).toBe('alternate');
  painter.stop();
  painter.stop();
  painter.show('late');
  await settle();
  expect(terminal.buffer.active.type).toBe('normal');
  expect(lines()[0]).toBe('before$');
  expect(terminal.modes.wraparoundMode).toBe(true);
  const written = output.written.join('');
  expect(written.lastIndexOf('\u001b[?25h')).toBeGreaterThan(written.lastIndexOf('\u001b[?25l'));
});

const picture = (name: string, more: Partial<PlacedPicture> = {}): PlacedPicture => ({
  row: 1,
  column: 0,
  rows: 2,
  columns: 6,
  draw: `\u001b]7777;${name}\u0007`,
  ...more,
});

test('a picture in cells is drawn again when its lines are written, and wiped when it goes', async () => {
  const { output, painter, settle, lines } = paintedScreen();
  const draws = () => output.written.splice(0).join('');
  painter.start();
  painter.show('top\n\n\nend');
  painter.place([picture('one')]);
  await settle();
  expect(draws().split('7777;one')).toHaveLength(2);
  painter.show('other\n\n\nend');
  await settle();
  expect(draws()).not.toContain('7777');
  painter.show('other\nover it\n\nend');
  await settle();
  expect(draws()).toContain('7777;one');
  painter.show('other\n\n\nend');
  painter.place([]);
  await settle();
  // Its cells are cleared, although their lines are what they were.
  expect(draws()).toMatch(/\[2;1H.*\[K.*\[3;1H.*\[K/s);
  expect(lines().slice(0, 4)).toEqual(['other', '', '', 'end']);
});

test('text beside a picture changes without touching it', async () => {
  const { output, painter, settle, lines } = paintedScreen();
  painter.start();
  painter.place([picture('one')]);
  painter.show('top\n       beside\n       two\nend');
  await settle();
  output.written.length = 0;
  painter.show('top\n       changed\n       two\nend');
  await settle();
  expect(output.written.join('')).not.toContain('7777');
  expect(output.written.join('')).toContain('\u001b[2;7H');
  expect(lines()[1]).toBe('       changed');
});

test('a picture with a way to take it away is taken away so, when another comes and at the end', async () => {
  const { output, painter, settle } = paintedScreen();
  painter.start();
  painter.show('top\n\n\nend');
  painter.place([picture('one', { erase: '\u001b]7778;one\u0007' })]);
  await settle();
  painter.place([picture('two', { erase: '\u001b]7778;two\u0007' })]);
  output.written.length = 0;
  await settle();
  const written = output.written.splice(0).join('');
  expect(written.indexOf('7778;one')).toBeLessThan(written.indexOf('7777;two'));
  painter.stop();
  expect(output.written.join('')).toContain('7778;two');
});

test('a picture that would reach over the screen is not drawn', async () => {
  const { output, painter, settle } = paintedScreen(40, 4);
  painter.start();
  painter.show('top');
  painter.place([picture('one', { row: 3 })]);
  await settle();
  expect(output.written.join('')).not.toContain('7777');
});

/** A picture that stands in cells, as sixel does: letters, which writing over wipes. */
function inCells(letter: string, row: number, rows: number, columns: number): PlacedPicture {
  const line = letter.repeat(columns);
  return {
    row,
    column: 0,
    rows,
    columns,
    draw: Array.from({ length: rows }, () => line).join(`\u001b[B\u001b[${columns}D`),
  };
}

test('whatever pictures come and go beside whatever text, the last ones are on the screen', async () => {
  const frame = fc.record({
    texts: fc.array(fc.constantFrom('', 'one', 'two', 'three'), { minLength: 7, maxLength: 7 }),
    picture: fc.option(
      fc.record({
        letter: fc.constantFrom('A', 'B'),
        row: fc.integer({ min: 0, max: 4 }),
        rows: fc.integer({ min: 1, max: 3 }),
        columns: fc.constantFrom(4, 8, 40),
      }),
    ),
    isRefreshed: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 8 }), async (frames) => {
      const { painter, settle, lines } = paintedScreen(40, 8);
      painter.start();
      let expected: string[] = [];
      for (const { texts, picture: placed, isRefreshed } of frames) {
        const isBeside = (row: number) => placed && row >= placed.row && row < placed.row + placed.rows;
        const width = placed?.columns ?? 0;
        const drawn = texts.map((text, row) =>
          isBeside(row) ? (width === 40 || text === '' ? '' : ' '.repeat(width) + text) : text,
        );
        painter.show(drawn.join('\n'));
        painter.place(placed ? [inCells(placed.letter, placed.row, placed.rows, width)] : []);
        if (isRefreshed) painter.refresh();
        await settle();
        expected = drawn.map((text, row) =>
          isBeside(row) ? placed!.letter.repeat(width) + text.slice(width) : text,
        );
      }
      expect(lines().slice(0, 7)).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});
