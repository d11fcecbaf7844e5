import type { Locator } from 'playwright-core';
import { openApp, type AppOptions, type OpenApp } from '../../../support/browser/open-app.ts';
import { serve, type RequestHandler } from '../../../support/loopback.ts';

export interface OpenResult extends OpenApp {
  /** The output panel. */
  readonly output: Locator;
}

export interface ResultOptions extends AppOptions {
  /** A sandbox model, for example `object-detection/sandbox/shape-detector`. */
  readonly path: string;
  /** Replaces the inference server. */
  readonly answer?: RequestHandler;
  /** Overrides texts of the example, by field label. */
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

/** Responds to every request with a JSON value. */
export function json(value: unknown): RequestHandler {
  return (_received, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
}

/** Responds to every request with a file of the given type. */
export function file(contentType: string, bytes: Uint8Array | string): RequestHandler {
  return (_received, response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.end(bytes);
  };
}
