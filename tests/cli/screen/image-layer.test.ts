import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createImageLayer, type PlacedImage } from '../../../packages/cli/src/screen/image-layer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const image = (name: string, more: Partial<PlacedImage> = {}): PlacedImage => ({
  row: 2,
  column: 3,
  rows: 2,
  columns: 4,
  draw: `<${name}>`,
  ...more,
});

function layer() {
  const written: string[] = [];
  const images = createImageLayer(
    (text) => void written.push(text),
    () => void written.push('REPAINT'),
  );
  const settled = () => {
    vi.advanceTimersByTime(30);
    return written.splice(0).join('');
  };
  return { images, written, settled };
}

const DRAWN_ONE = '\u001b[?2026h\u001b7\u001b[3;4H<one>\u001b8\u001b[?2026l';

test('draws an image at its position, only after the frame that leaves room for it', () => {
  const { images, written, settled } = layer();
  const one = image('one');
  images.place(one);
  vi.advanceTimersByTime(16);
  expect(written).toEqual([]);
  images.onFrame();
  expect(written).toEqual([]);
  expect(settled()).toBe(DRAWN_ONE);
  images.onFrame();
  expect(settled()).toBe('');
});

test('removes an image with its erase sequence', () => {
  const { images, settled } = layer();
  const one = image('one', { erase: '<no one>' });
  images.place(one);
  settled();
  images.remove(one);
  expect(settled()).toBe('<no one>');
});

test('removes an image without an erase sequence with a new frame and redraws the others', () => {
  const { images, settled } = layer();
  const [one, two] = [image('one'), image('two', { row: 8 })];
  images.place(one);
  images.place(two);
  settled();
  images.remove(two);
  expect(settled()).toBe(`REPAINT${DRAWN_ONE}`);
});

test('never writes an image that is placed and removed between two frames', () => {
  const { images, settled } = layer();
  const one = image('one');
  images.place(one);
  images.remove(one);
  expect(settled()).toBe('');
});

test('redraws everything after the screen is rewritten, and removes everything on clear', () => {
  const { images, settled } = layer();
  const one = image('one', { erase: '<no one>' });
  images.place(one);
  settled();
  images.invalidate();
  expect(settled()).toBe(`<no one>${DRAWN_ONE}`);
  images.clear();
  expect(settled()).toBe('<no one>');
});
