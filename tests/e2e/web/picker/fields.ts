import type { Locator, Page } from 'playwright-core';

/** What the picker consists of, as a person finds it. */
export interface PickerFields {
  readonly task: Locator;
  readonly model: Locator;
  /** The rows of the open list that are in the document. */
  readonly options: Locator;
  /** The row that Enter takes. */
  readonly active: Locator;
  readonly servedOnly: Locator;
  readonly pageLink: Locator;
  /** What is told of the models. */
  status(text: string | RegExp): Locator;
}

export function fieldsOf(page: Page): PickerFields {
  const options = page.getByRole('option');
  return {
    task: page.getByRole('combobox', { name: 'Task' }),
    model: page.getByRole('combobox', { name: 'Model' }),
    options,
    active: page.locator('[role=option][aria-selected=true]'),
    servedOnly: page.getByRole('switch', { name: 'Available now' }),
    pageLink: page.getByRole('link', { name: 'View model on' }),
    status: (text) => page.getByRole('status').filter({ hasText: text }),
  };
}

/** The id of the row that a screen reader is led to, by the field that has the focus; empty for none. */
export function activeDescendant(page: Page): Promise<string> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return id === '' ? '' : (document.getElementById(id)?.textContent ?? `no element ${id}`);
  });
}
