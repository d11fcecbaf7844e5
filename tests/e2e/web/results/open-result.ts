import type { Locator } from 'playwright-core';
import { openApp, type AppOptions, type OpenApp } from '../../../support/browser/open-app.ts';
import { serve, type RequestHandler } from '../../../support/loopback.ts';

/** A result on the page. */
export interface OpenResult extends OpenApp {
  /** The sheet that the result is drawn on. */
  readonly output: Locator;
}

export interface ResultOptions extends AppOptions {
  /** Of the sandbox, for example `object-detection/sandbox/shape-detector`. */
  readonly path: string;
  /** What the inference server answers in the model's place. */
  readonly answer?: RequestHandler;
  /** Texts to fill in over the example's, by the label of their field. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Opens a model, fills in its first example and runs it. */
export async function openResult({
  path,
  answer,
  texts = {},
  ...options
}: ResultOptions): Promise<OpenResult> {
  const config = answer ? { inferenceUrl: (await serve(answer)).url } : {};
  const app = await openApp({ ...options, path: `#/${path}`, config: { ...config, ...options.config } });
  await app.page.getByRole('button', { name: 'Try an example' }).click();
  await app.page.getByRole('button', { name: 'Run', exact: true, disabled: false }).waitFor();
  for (const [label, text] of Object.entries(texts))
    await app.page.getByLabel(label, { exact: true }).fill(text);
  await app.page.getByRole('button', { name: 'Run', exact: true }).click();
  return { ...app, output: app.page.getByRole('region', { name: /^(?:Output|Error)$/ }) };
}

/** Answers every request with a value as JSON. */
export function json(value: unknown): RequestHandler {
  return (_received, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
}

/** Answers every request with a file, typed as a server says. */
export function file(contentType: string, bytes: Uint8Array | string): RequestHandler {
  return (_received, response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.end(bytes);
  };
}
