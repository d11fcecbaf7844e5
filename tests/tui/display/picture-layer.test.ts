import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createPictureLayer,
  type PlacedPicture,
} from '../../../packages/cli/src/terminal/graphics/picture-layer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const picture = (name: string, more: Partial<PlacedPicture> = {}): PlacedPicture => ({
  row: 2,
  column: 3,
  rows: 2,
  columns: 4,
  draw: `<${name}>`,
  ...more,
});

function layer() {
  const written: string[] = [];
  const pictures = createPictureLayer(
    (text) => void written.push(text),
    () => void written.push('REPAINT'),
  );
  const settled = () => {
    vi.advanceTimersByTime(30);
    return written.splice(0).join('');
  };
  return { pictures, written, settled };
}

const DRAWN_ONE = '\u001b[?2026h\u001b7\u001b[3;4H<one>\u001b8\u001b[?2026l';

test('draws a picture at its position, only after the frame that leaves room for it', () => {
  const { pictures, written, settled } = layer();
  const one = picture('one');
  pictures.place(one);
  vi.advanceTimersByTime(16);
  expect(written).toEqual([]);
  pictures.onFrame();
  expect(written).toEqual([]);
  expect(settled()).toBe(DRAWN_ONE);
  pictures.onFrame();
  expect(settled()).toBe('');
});

test('removes a picture with its erase sequence', () => {
  const { pictures, settled } = layer();
  const one = picture('one', { erase: '<no one>' });
  pictures.place(one);
  settled();
  pictures.remove(one);
  expect(settled()).toBe('<no one>');
});

test('removes a picture without an erase sequence with a new frame and redraws the others', () => {
  const { pictures, settled } = layer();
  const [one, two] = [picture('one'), picture('two', { row: 8 })];
  pictures.place(one);
  pictures.place(two);
  settled();
  pictures.remove(two);
  expect(settled()).toBe(`REPAINT${DRAWN_ONE}`);
});

test('never writes a picture that is placed and removed between two frames', () => {
  const { pictures, settled } = layer();
  const one = picture('one');
  pictures.place(one);
  pictures.remove(one);
  expect(settled()).toBe('');
});

test('redraws everything after the screen is rewritten, and removes everything on clear', () => {
  const { pictures, settled } = layer();
  const one = picture('one', { erase: '<no one>' });
  pictures.place(one);
  settled();
  pictures.invalidate();
  expect(settled()).toBe(`<no one>${DRAWN_ONE}`);
  pictures.clear();
  expect(settled()).toBe('<no one>');
});
