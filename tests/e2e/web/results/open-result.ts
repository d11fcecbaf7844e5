import type { Locator, Page } from 'playwright-core';
import { openApp, type AppOptions, type OpenApp } from '../../../support/browser/open-app.ts';
import { exampleButton } from '../../../support/browser/steps.ts';
import { answerBody, serve, type RequestHandler } from '../../../support/loopback.ts';

export interface OpenResult extends OpenApp {
  /** The output panel. */
  readonly output: Locator;
}

interface ResultRun {
  /** A sandbox model, for example `object-detection/sandbox/shape-detector`. */
  readonly path: string;
  /** Replaces the inference server. */
  readonly answer?: RequestHandler;
  /** Overrides texts of the example, by field label. */
  readonly texts?: Readonly<Record<string, string>>;
}

interface ResultOptions extends Omit<AppOptions, 'path'>, ResultRun {}

/** A page on which a test runs several models. */
export interface ResultPage extends OpenResult {
  /** Goes to a model, fills in an example and runs it. */
  show(result: ResultRun & { readonly answer: RequestHandler }): Promise<void>;
}

/** Opens the app with an inference server that gives the answer of the latest `show`. */
export async function openResultPage(options: AppOptions = {}): Promise<ResultPage> {
  let reply: RequestHandler;
  const inference = await serve((received, response) => reply(received, response));
  const app = await openApp({ ...options, config: { inferenceUrl: inference.url, ...options.config } });
  const { page } = app;
  const output = page.getByRole('region', { name: /^(?:Output|Error)$/ });
  return {
    ...app,
    output,
    async show({ path, answer, texts }) {
      reply = answer;
      await page.evaluate((hash) => (location.hash = hash), `#/${path}`);
      await page.getByRole('heading', { name: path.replace(/^[^/]+\//, '') }).waitFor();
      await runExample(page, texts);
      await output.getByRole('button', { name: /^(?:Run|Answer) again$/ }).waitFor();
    },
  };
}

/** Opens a model, fills in its first example and runs it. */
export async function openResult({ path, answer, texts, ...options }: ResultOptions): Promise<OpenResult> {
  const config = answer ? { inferenceUrl: (await serve(answer)).url } : {};
  const app = await openApp({ ...options, path: `#/${path}`, config: { ...config, ...options.config } });
  await runExample(app.page, texts);
  return { ...app, output: app.page.getByRole('region', { name: /^(?:Output|Error)$/ }) };
}

async function runExample(page: Page, texts: Readonly<Record<string, string>> = {}): Promise<void> {
  await exampleButton(page).click();
  const run = page.getByRole('button', { name: /^(?:Run|Send)$/, disabled: false });
  await run.waitFor();
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text);
  await run.click();
}

/** Responds to every request with a JSON value. */
export function json(value: unknown): RequestHandler {
  return answerBody(JSON.stringify(value), 200, { 'content-type': 'application/json' });
}

/** Responds to every request with a file of the given type. */
export function file(contentType: string, bytes: Uint8Array | string): RequestHandler {
  return answerBody(bytes, 200, { 'content-type': contentType });
}
