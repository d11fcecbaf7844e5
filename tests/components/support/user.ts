import { page, userEvent, type Locator } from 'vitest/browser';

export const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Presses keys: `{Enter}`, `{Shift>}{Tab}{/Shift}`. */
export const press = (keys: string) => userEvent.keyboard(keys);

/** Moves the pointer away from everything. */
export const pointAway = () => userEvent.hover(document.body, { position: { x: 0, y: 0 } });

export const textsOf = (elements: Iterable<Element>) =>
  Array.from(elements, ({ textContent }) => textContent);

/** The elements in a locator that match a selector. */
export const within = <Kind extends Element = HTMLElement>(parent: Locator, selector: string) => [
  ...(parent.query()?.querySelectorAll<Kind>(selector) ?? []),
];

/** The name of the focused element. */
export const focused = () => document.activeElement?.getAttribute('aria-label');

/** Pastes text as the browser does. */
export function pasteText(target: Locator, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  target
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
