import { isAbsolute } from 'node:path';
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
 * @throws InputError for an invalid URL, and when `folder` is read, for a relative one
 */
export function readSettings(environment: Environment, overrides: Partial<Settings> = {}): Settings {
  return {
    hubUrl: baseUrl(overrides.hubUrl ?? (environment['HF_ENDPOINT'] || HUB_URL), '--hub-url or HF_ENDPOINT'),
    inferenceUrl: baseUrl(
      overrides.inferenceUrl ?? (environment['HF_INFERENCE_ENDPOINT'] || INFERENCE_URL),
      '--inference-url or HF_INFERENCE_ENDPOINT',
    ),
    get folder() {
      return settingsFolder(environment);
    },
  };
}

/** The folder of settings and tokens: `TRYOUT_CONFIG_DIR`, or the platform's folder. @throws InputError */
export function settingsFolder(environment: Environment): string {
  return givenFolder('TRYOUT_CONFIG_DIR', environment) ?? defaultFolder();
}

/** The folder of the history: `TRYOUT_DATA_DIR`, or the platform's folder for data. @throws InputError */
export function dataFolder(environment: Environment): string {
  return givenFolder('TRYOUT_DATA_DIR', environment) ?? envPaths('tryout', { suffix: '' }).data;
}

/** @throws InputError for a relative path: a token or the history must not end up in the current folder. */
function givenFolder(name: string, environment: Environment): string | undefined {
  const folder = environment[name];
  if (!folder) return undefined;
  if (isAbsolute(folder)) return folder;
  throw new InputError(`${name} is not an absolute path: '${folder}'`, {
    hint: 'Set it to an absolute path, or unset it.',
  });
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
