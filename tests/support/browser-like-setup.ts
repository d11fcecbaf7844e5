import { startSandbox } from '@tryout/sandbox';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    sandbox: { readonly hubUrl: string; readonly inferenceUrl: string };
  }
}

/** Starts a sandbox in the main process: happy-dom tests cannot run a server themselves. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { hubUrl, inferenceUrl, close } = await startSandbox();
  project.provide('sandbox', { hubUrl, inferenceUrl });
  return close;
}
