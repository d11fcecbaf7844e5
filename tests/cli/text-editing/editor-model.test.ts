import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getWidth } from '../../../packages/cli/src/screen/index.ts';
import { createEditing, getAction } from '../../../packages/cli/src/text-editing/editing.ts';
import { createEditor } from '../../../packages/cli/src/text-editing/editor.ts';
import { characters, named, paste, press, theme, type } from './support.ts';

/** Spaces, and what is drawn with or as something else. */
const pieces = [...characters, ' ', ' ', ' ', '\n', '\t', '\u200b', '\u202e', '\u0301', '\u200d', '🇩'];
const edits = 'left right backspace delete ctrl+a ctrl+e ctrl+u ctrl+k ctrl+home ctrl+end'.split(' ');
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));
const keys = fc.oneof(
  { weight: 3, arbitrary: texts.map((text) => ({ do: 'paste' as const, text })) },
  { weight: 3, arbitrary: fc.constantFrom(...pieces).map((text) => ({ do: 'type' as const, text })) },
  { weight: 8, arbitrary: fc.constantFrom(...edits).map((name) => ({ do: 'press' as const, name })) },
);
const motions = fc.constantFrom('up', 'down', 'home', 'end', 'page-up', 'page-down', 'alt+b', 'alt+f');

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A simple reference implementation: one string, segmented again at each step. */
class Model {
  text = '';
  cursor = 0;

  get line() {
    const from = this.text.slice(0, this.cursor).lastIndexOf('\n') + 1;
    const end = this.text.indexOf('\n', this.cursor);
    return { from, to: end === -1 ? this.text.length : end };
  }

  /** The starts of characters, and the ends of lines. */
  get boundaries() {
    const starts: number[] = [];
    let offset = 0;
    for (const line of this.text.split('\n')) {
      for (const { index } of graphemes.segment(line)) starts.push(offset + index);
      offset += line.length;
      starts.push(offset);
      offset += 1;
    }
    return [...new Set(starts)];
  }

  snap() {
    this.cursor = this.boundaries.find((boundary) => boundary >= this.cursor) ?? this.text.length;
  }

  replace(from: number, to: number, text: string) {
    this.text = this.text.slice(0, from) + text + this.text.slice(to);
    this.cursor = from + text.length;
    this.snap();
  }

  before() {
    return this.boundaries.findLast((boundary) => boundary < this.cursor) ?? this.cursor;
  }

  after() {
    return this.boundaries.find((boundary) => boundary > this.cursor) ?? this.cursor;
  }

  press(name: string) {
    const { from, to } = this.line;
    if (name === 'left') this.cursor = this.before();
    if (name === 'right') this.cursor = this.after();
    if (name === 'backspace') this.replace(this.before(), this.cursor, '');
    if (name === 'delete') this.replace(this.cursor, this.after(), '');
    if (name === 'ctrl+a') this.cursor = from;
    if (name === 'ctrl+e') this.cursor = to;
    if (name === 'ctrl+u') this.replace(from, this.cursor, '');
    if (name === 'ctrl+k') this.replace(this.cursor, to === this.cursor ? this.after() : to, '');
    if (name === 'ctrl+home') this.cursor = 0;
    if (name === 'ctrl+end') this.cursor = this.text.length;
  }
}

it('edits like a plain string, one user-perceived character at a time', () => {
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 40 }), (steps) => {
      const editing = createEditing('');
      const model = new Model();
      for (const step of steps) {
        if (step.do === 'press') {
          editing.perform(getAction(named(step.name))!, { columns: 20, rows: 5 });
          model.press(step.name);
        } else {
          const given = step.do === 'paste' ? [step.text] : [...step.text];
          for (const text of given) {
            editing.insert(text);
            model.replace(model.cursor, model.cursor, text);
          }
        }
        expect(editing.text).toBe(model.text);
        expect(editing.cursor).toBe(model.cursor);
      }
    }),
    { numRuns: 300 },
  );
});

it('undoes and redoes every change, and a new change ends what can be redone', () => {
  const undo = { do: 'undo' } as const;
  const redo = { do: 'redo' } as const;
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          { weight: 3, arbitrary: keys },
          { weight: 1, arbitrary: motions.map((name) => ({ do: 'press' as const, name })) },
          { weight: 1, arbitrary: fc.constantFrom(undo, redo) },
        ),
        { maxLength: 30 },
      ),
      (steps) => {
        const editor = createEditor({ theme });
        /** The texts that can be redone, the next one last. */
        const undone: string[] = [];
        for (const step of steps) {
          const before = editor.text;
          if (step.do === 'undo') {
            if (editor.onKey(named('ctrl+_'))) undone.push(before);
            continue;
          }
          if (step.do === 'redo') {
            expect(editor.onKey(named('alt+shift+u'))).toBe(undone.length > 0);
            expect(editor.text).toBe(undone.pop() ?? before);
            continue;
          }
          if (step.do === 'press') press(editor, step.name);
          else if (step.do === 'paste') paste(editor, step.text);
          else type(editor, step.text);
          if (editor.text !== before) undone.length = 0;
        }
        const typed = editor.text;
        let count = 0;
        while (editor.onKey(named('ctrl+_'))) count += 1;
        expect(editor.text).toBe('');
        for (let step = 0; step < count; step += 1) press(editor, 'alt+shift+u');
        expect(editor.text).toBe(typed);
        expect(editor.onKey(named('alt+shift+u'))).toBe(undone.length > 0);
      },
    ),
    { numRuns: 200 },
  );
});

it('shows one cursor and lines that fit, and draws like a new editor after each key', () => {
  const step = fc.oneof(
    keys,
    motions.map((name) => ({ do: 'press' as const, name })),
  );
  const sizes = fc.record({
    columns: fc.integer({ min: 10, max: 24 }),
    rows: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(sizes, fc.array(step, { maxLength: 30 }), (room, steps) => {
      const editor = createEditor({ theme });
      for (const step of steps) {
        if (step.do === 'press') press(editor, step.name);
        else if (step.do === 'paste') paste(editor, step.text);
        else type(editor, step.text);
        const lines = editor.draw(room, { isFocused: true });
        expect(lines.length).toBeLessThanOrEqual(room.rows);
        for (const line of lines) expect(getWidth(line)).toBeLessThanOrEqual(room.columns);
        expect(lines.join('').split('\u001b[7m')).toHaveLength(2);
        const fresh = createEditor({ theme });
        fresh.setText(editor.text);
        const all = { columns: room.columns, rows: 1000 };
        if (editor.text !== '') {
          const plain = (lines: readonly string[]) => lines.join('\n');
          expect(plain(editor.draw(all, { isFocused: false }))).toBe(
            plain(fresh.draw(all, { isFocused: false })),
          );
          editor.draw(room, { isFocused: true });
        }
      }
    }),
    { numRuns: 200 },
  );
});

it('shows all rows of a text', () => {
  const visibleText = fc
    .array(fc.constantFrom(...characters, ' ', '🇩'), { minLength: 1, maxLength: 80 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(visibleText, fc.integer({ min: 4, max: 30 }), (text, columns) => {
      const editor = createEditor({ theme });
      editor.setText(text);
      expect(editor.draw({ columns, rows: 500 }, { isFocused: false }).join('')).toBe(text);
    }),
    { numRuns: 200 },
  );
});
