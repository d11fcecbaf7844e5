import type { Locator, Page } from 'playwright-core';
import { exampleButton } from '../../../support/browser/steps.ts';

/** Elements and actions of the form and its output. */
export interface Form {
  readonly inputs: Locator;
  readonly output: Locator;
  readonly run: Locator;
  readonly clear: Locator;
  readonly cancel: Locator;
  /** A button anywhere on the page by exact name. */
  button(name: string): Locator;
  fillExample(): Promise<void>;
  /** Runs and waits for the result. */
  runToResult(): Promise<void>;
  openOptions(): Promise<void>;
  /** Opens the options and the parameters. */
  openParameters(): Promise<void>;
}

export function formOf(page: Page): Form {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const output = page.getByRole('region', { name: /^(?:Output|Error)$/ });
  // Send in a chat.
  const run = page.getByRole('button', { name: /^(?:Run|Send)$/ });
  const open = (name: RegExp) => page.getByRole('button', { name, expanded: false }).click();
  const openOptions = () => open(/^Options/);
  return {
    inputs,
    output,
    run,
    clear: inputs.getByRole('button', { name: 'Clear', exact: true }),
    cancel: button('Stop'),
    button,
    async fillExample() {
      await exampleButton(page).click();
      await page.getByText(/^Example \d+ of \d+/).waitFor();
    },
    async runToResult() {
      await run.click();
      // A chat has a button for each answer.
      await button('Stop').waitFor({ state: 'hidden' });
      await output
        .getByRole('button', { name: /^(?:Run|Answer) again$/ })
        .last()
        .waitFor();
    },
    openOptions,
    async openParameters() {
      await openOptions();
      await open(/^Parameters/);
      await page.getByLabel('Custom parameter').waitFor();
    },
  };
}
