import type { RunResult } from '@tryout/engine';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import type { Picker } from '../../../packages/cli/src/tui/app/picker.ts';
import { createWorks } from '../../../packages/cli/src/tui/app/works.ts';
import { createResultDrawer } from '../../../packages/cli/src/tui/results/result-drawer.ts';

/** A result with a picture, drawn on a terminal that knows kitty's graphics protocol. */
async function pictureDrawer() {
  const background = '#336699';
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();
  const view = { kind: 'image', media: { contentType: 'image/png', bytes } };
  const result = { view } as unknown as RunResult;
  const failed = vi.fn();
  const redraw = vi.fn();
  const picker = {
    isRead: false,
    terminal: { isTerminal: true, movesCursor: true, columns: 80, rows: 24, colours: '256', unicode: true },
    surroundings: { environment: { TRYOUT_GRAPHICS: 'kitty' } },
    device: {
      write: () => undefined,
      onReply(listener: (reply: string) => void) {
        queueMicrotask(() => listener('\u001b[?62c'));
        return () => undefined;
      },
    },
    work: createWorks(failed).begin,
    redraw,
  };
  return { result, drawer: createResultDrawer(picker as unknown as Picker), redraw, failed };
}

test('of many sizes, as while a window is pulled larger, only the newest is drawn', async () => {
  const { result, drawer, redraw, failed } = await pictureDrawer();
  for (let columns = 40; columns <= 80; columns += 1) drawer.drawn(result, { columns, rows: 20 }, undefined);
  await expect.poll(() => redraw).toHaveBeenCalled();
  const drawn = drawer.drawn(result, { columns: 80, rows: 20 }, undefined);
  expect(drawn?.picture?.pictures).toHaveLength(1);
  expect(redraw).toHaveBeenCalledTimes(1);
  expect(failed).not.toHaveBeenCalled();
});

test('what the terminal draws itself is not sent again for another size that it does not fit', async () => {
  const { result, drawer, redraw } = await pictureDrawer();
  drawer.drawn(result, { columns: 80, rows: 20 }, undefined);
  await expect.poll(() => redraw).toHaveBeenCalledTimes(1);
  const next = { columns: 60, rows: 15 };
  const before = drawer.drawn(result, next, undefined);
  expect(before?.lines).not.toEqual([]);
  expect(before?.picture?.pictures).toEqual([]);
  await expect.poll(() => redraw).toHaveBeenCalledTimes(2);
  expect(drawer.drawn(result, next, undefined)?.picture?.pictures).toHaveLength(1);
});
