import { startSandbox } from '@tryout/sandbox';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    sandbox: { readonly hubUrl: string; readonly inferenceUrl: string };
  }
}

/** One sandbox for all components. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await startSandbox();
  const { hubUrl, inferenceUrl } = sandbox;
  project.provide('sandbox', { hubUrl, inferenceUrl });
  return () => sandbox.close();
}
