import type { BrowserContext, Locator, Page } from 'playwright-core';

/** Elements of the picker. */
export interface PickerFields {
  readonly task: Locator;
  readonly model: Locator;
  /** The rendered rows of the open list. */
  readonly options: Locator;
  readonly pageLink: Locator;
  /** Opens the list of models, switches the filter, and closes the list. */
  toggleAvailable(): Promise<void>;
  /** A status message about the models. */
  status(text: string | RegExp): Locator;
}

export function fieldsOf(page: Page): PickerFields {
  const options = page.getByRole('option');
  return {
    task: page.getByRole('combobox', { name: 'Task' }),
    model: page.getByRole('combobox', { name: 'Model' }),
    options,
    pageLink: page.getByRole('link', { name: 'View model on' }),
    async toggleAvailable() {
      await page.getByRole('combobox', { name: 'Model' }).click();
      await page.getByRole('switch', { name: 'Available now' }).click();
      await page.keyboard.press('Escape');
    },
    status: (text) => page.getByRole('status').filter({ hasText: text }),
  };
}

/** Turns the filter for available models off before the page is opened. */
export async function listAllModels({ context }: { readonly context: BrowserContext }): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('models', 'all'));
}

/** The text of the row that the focused field references as active; empty if there is none. */
export function activeDescendant(page: Page): Promise<string> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return id === '' ? '' : (document.getElementById(id)?.textContent ?? `no element ${id}`);
  });
}

/** Opens the facts about the chosen model. */
export async function openDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Model details/ }).click();
}
