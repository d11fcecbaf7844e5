import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { devtoolsOf } from './devtools.ts';

/** The focused element's accessible role and name. */
export interface Focus {
  readonly role: string;
  readonly name: string;
}

/** Roles that receive the focus by script but are not controls; they have no outline. */
const landmarks = ['main', 'heading'];

/**
 * The focused element.
 * @throws if nothing has the focus, or if the focus is not visible
 */
export async function focusOf(page: Page): Promise<Focus> {
  const focus = await currentFocus(page);
  if (focus === undefined) expect.fail('nothing has the focus');
  if (!landmarks.includes(focus.role)) {
    const problem = await page.evaluate(findFocusProblem);
    if (problem !== '') expect.fail(`${focus.role} “${focus.name}” has the focus, but ${problem}`);
  }
  return focus;
}

/** The focused element, or undefined; does not check that the focus is visible. */
export async function currentFocus(page: Page): Promise<Focus | undefined> {
  const devtools = await devtoolsOf(page);
  const expression = 'document.activeElement === document.body ? null : document.activeElement';
  const { result } = await devtools.send('Runtime.evaluate', { expression });
  const { objectId } = result;
  if (objectId === undefined) return undefined;
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
    objectId,
    fetchRelatives: false,
  });
  const [node] = nodes;
  return { role: String(node?.role?.value), name: String(node?.name?.value ?? '') };
}

/** Presses a key and waits for an element to get the focus. */
export async function pressTo(page: Page, key: string, role: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press(key);
  await awaitFocus(page, role, name);
}

/** Waits until an element has the focus. */
export async function awaitFocus(page: Page, role: string, name: string | RegExp): Promise<void> {
  const wanted = { role, name: typeof name === 'string' ? name : expect.stringMatching(name) };
  await expect.poll(() => currentFocus(page)).toEqual(wanted);
  await focusOf(page);
}

/** Waits until a control has the focus. */
export async function expectFocus(control: Locator): Promise<void> {
  await expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true);
}

/**
 * Presses a key until an element has the focus; fails if the focus is lost or not visible on the way, or after `max`
 * presses.
 * @returns the names of all focused elements, in order
 */
export async function pressUntil(
  page: Page,
  role: string,
  name: string | RegExp,
  { key = 'Tab', max = 60 } = {},
): Promise<string[]> {
  const names: string[] = [];
  for (let steps = 0; steps < max; steps += 1) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    names.push(focus.name);
    if (focus.role === role && (typeof name === 'string' ? focus.name === name : name.test(focus.name)))
      return names;
  }
  expect.fail(`${role} “${String(name)}” was not reached with ${key}, only:\n${names.join('\n')}`);
}

/** Runs in the page: why the focus is not visible; an empty string if it is. */
function findFocusProblem(): string {
  const element = document.activeElement!;
  const outlined = (part: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  };
  // The outline of a hidden input, or of a link that covers a card, may be on an element over or around it.
  const candidates = [
    element,
    element.nextElementSibling,
    element.parentElement,
    element.closest('label, li'),
  ];
  const shown = candidates.find((part) => part !== null && outlined(part));
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
  return isSeen ? '' : `it is covered by ${onTop?.outerHTML.slice(0, 120)}`;
}
