import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What has the focus, as a screen reader says it. */
export interface Focus {
  readonly role: string;
  readonly name: string;
}

/** Where the focus is led to that can be neither pressed nor typed into; no outline is drawn there. */
const places = ['main', 'heading'];

/**
 * What has the focus.
 * @throws when nothing has it, or when it cannot be seen that this has it
 */
export async function focusOf(page: Page): Promise<Focus> {
  const focus = await focusNow(page);
  if (focus === undefined) expect.fail('nothing has the focus');
  if (!places.includes(focus.role)) {
    const fault = await page.evaluate(faultOfFocus);
    if (fault !== '') expect.fail(`${focus.role} “${focus.name}” has the focus, but ${fault}`);
  }
  return focus;
}

/** What has the focus now; undefined when nothing has it. */
export async function focusNow(page: Page): Promise<Focus | undefined> {
  if (await page.evaluate(() => (document.activeElement ?? document.body) === document.body))
    return undefined;
  const session = await page.context().newCDPSession(page);
  try {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await session.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId!,
      fetchRelatives: false,
    });
    const [node] = nodes;
    return { role: String(node?.role?.value), name: String(node?.name?.value ?? '') };
  } finally {
    await session.detach();
  }
}

/** Presses a key that is to lead the focus somewhere. */
export async function pressTo(page: Page, key: string, role: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press(key);
  await awaitFocus(page, role, name);
}

/** Waits until something has the focus, for example after what had it is gone. */
export async function awaitFocus(page: Page, role: string, name: string | RegExp): Promise<void> {
  const wanted = { role, name: typeof name === 'string' ? name : expect.stringMatching(name) };
  await expect.poll(() => focusNow(page)).toEqual(wanted);
  await focusOf(page);
}

/** Waits until a control has the focus. */
export async function expectFocus(control: Locator): Promise<void> {
  await expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true);
}

/**
 * Presses a key, Tab unless another is named, until something is reached; fails when the focus is lost or unseen on the
 * way, or when it goes on for too long.
 * @returns names of what was passed and reached, in order
 */
export async function goBy(
  page: Page,
  role: string,
  name: string | RegExp,
  { key = 'Tab', most = 60 } = {},
): Promise<string[]> {
  const passed: string[] = [];
  for (let steps = 0; steps < most; steps += 1) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    passed.push(focus.name);
    if (focus.role === role && (typeof name === 'string' ? focus.name === name : name.test(focus.name)))
      return passed;
  }
  expect.fail(`${role} “${String(name)}” is not reached by ${key}, only:\n${passed.join('\n')}`);
}

/** In the page: what keeps a person from seeing the focus; empty when nothing does. */
function faultOfFocus(): string {
  const element = document.activeElement!;
  const outlined = (part: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  };
  // What is laid over a hidden input, or around it, may carry its outline.
  const around = [element, element.nextElementSibling, element.parentElement, element.closest('label')];
  const shown = around.find((part) => part !== null && outlined(part));
  if (!shown) return 'it has no outline';
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const [width, height] = [document.documentElement.clientWidth, innerHeight];
  if (right <= 0 || bottom <= 0 || left >= width || top >= height) return 'it is out of view';
  const [x, y] = [
    (Math.max(left, 0) + Math.min(right, width)) / 2,
    (Math.max(top, 0) + Math.min(bottom, height)) / 2,
  ];
  const onTop = document.elementFromPoint(x, y);
  const isSeen = onTop !== null && (shown.contains(onTop) || onTop.contains(shown));
  return isSeen ? '' : `it lies below ${onTop?.outerHTML.slice(0, 120)}`;
}
