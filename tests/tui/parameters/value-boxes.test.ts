import type { Field, FieldValue } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import type { Picker } from '../../../packages/cli/src/tui/app/picker.ts';
import { fieldBox } from '../../../packages/cli/src/tui/fields/field-boxes.ts';
import { themeFor } from '../../../packages/cli/src/tui/theme/theme.ts';

const theme = themeFor({ colours: 'none', unicode: true });

/** A box whose value the test can see, and change from elsewhere. */
function filled(field: Field) {
  let value: FieldValue | undefined;
  const box = fieldBox({
    picker: { theme } as Picker,
    name: 'amount',
    field,
    value: () => value,
    set: (next) => (value = next),
  });
  return {
    type: (text: string) => [...text].map((name) => box.onKey({ name, text: name, sequence: name })),
    press: (name: string) => box.onKey({ name, text: '', sequence: '' }),
    value: () => value,
    setElsewhere: (next: FieldValue | undefined) => (value = next),
    lines: () => box.draw({ columns: 40, rows: 10 }, true).lines.join('\n'),
  };
}

describe('boxes of one line', () => {
  test('a number: what is none stays on the screen, says why, and counts as nothing', () => {
    const box = filled({ kind: 'number', label: 'Amount', integer: true, minimum: 1 });
    expect(box.lines()).toContain('a whole number, at least 1');
    box.type('12');
    expect(box.value()).toBe(12);
    box.type('x');
    expect(box.value()).toBeUndefined();
    expect(box.lines()).toContain("amount takes a whole number, not '12x'");
    box.press('backspace');
    expect(box.value()).toBe(12);
  });

  test('an example fills it, Clear empties it', () => {
    const box = filled({ kind: 'number', label: 'Amount', integer: false });
    box.setElsewhere(0.5);
    expect(box.lines()).toContain('0.5');
    box.type('5');
    expect(box.value()).toBe(0.55);
    box.setElsewhere(undefined);
    expect(box.lines()).not.toContain('0.5');
  });

  test('a choice: by arrows, Space and letters', () => {
    const options = [{ value: 'small' }, { value: 'large' }];
    const box = filled({ kind: 'choice', label: 'Size', options });
    expect(box.lines()).toContain('not set');
    box.press('right');
    expect(box.value()).toBe('small');
    box.type('l');
    expect(box.value()).toBe('large');
    box.press('space');
    expect(box.value()).toBeUndefined();
  });

  test('yes or no, or neither', () => {
    const box = filled({ kind: 'boolean', label: 'Loud' });
    box.type('t');
    expect(box.value()).toBe(true);
    box.press('right');
    expect(box.value()).toBe(false);
    box.press('backspace');
    expect(box.value()).toBeUndefined();
    expect(box.press('up')).toBe(false);
  });
});
