import envPaths from 'env-paths';
import { InputError } from '../errors/index.ts';
import { HUB_URL, INFERENCE_URL } from '../http/index.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  readonly hubUrl: string;
  readonly inferenceUrl: string;
  readonly folder: string;
}

/**
 * From the command line, the environment (`HF_ENDPOINT`, `HF_INFERENCE_ENDPOINT`, `TRYOUT_CONFIG_DIR`) or the
 * defaults.
 * @throws InputError for an invalid URL
 */
export function readSettings(environment: Environment, given: Partial<Settings> = {}): Settings {
  return {
    hubUrl: baseUrl(given.hubUrl ?? (environment['HF_ENDPOINT'] || HUB_URL), '--hub-url or HF_ENDPOINT'),
    inferenceUrl: baseUrl(
      given.inferenceUrl ?? (environment['HF_INFERENCE_ENDPOINT'] || INFERENCE_URL),
      '--inference-url or HF_INFERENCE_ENDPOINT',
    ),
    folder: environment['TRYOUT_CONFIG_DIR'] || defaultFolder(),
  };
}

/** The folder of the history: `TRYOUT_DATA_DIR`, or the platform's folder for data. */
export function dataFolder(environment: Environment): string {
  return environment['TRYOUT_DATA_DIR'] || envPaths('tryout', { suffix: '' }).data;
}

export function defaultFolder(): string {
  return envPaths('tryout', { suffix: '' }).config;
}

function baseUrl(text: string, from: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isWeb || url.search || url.hash || url.username || url.password) {
    const hint = `Set ${from} to a URL such as ${HUB_URL}.`;
    throw new InputError(`'${text}' is not a valid base URL`, { hint });
  }
  return url.href.replace(/\/+$/, '');
}
