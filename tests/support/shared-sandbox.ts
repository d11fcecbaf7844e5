import { startSandbox } from '@tryout/sandbox';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    sandbox: { readonly hubUrl: string; readonly inferenceUrl: string };
  }
}

/** One sandbox in the main process, for tests whose own runtime is no place for a server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { hubUrl, inferenceUrl, close } = await startSandbox();
  project.provide('sandbox', { hubUrl, inferenceUrl });
  return close;
}
