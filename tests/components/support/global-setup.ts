import { fileURLToPath } from 'node:url';
import { startSandbox } from '@tryout/sandbox';
import type { TestProject } from 'vitest/node';
import { shrinkImages } from './shrink-images.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    sandbox: { readonly hubUrl: string; readonly inferenceUrl: string };
  }
}

/** The screenshots that components are compared with. */
const references = fileURLToPath(new URL('../looks', import.meta.url));

/** One sandbox for all components. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await startSandbox();
  const { hubUrl, inferenceUrl } = sandbox;
  project.provide('sandbox', { hubUrl, inferenceUrl });
  return async () => {
    await sandbox.close();
    // Written by Vitest without compressing them much.
    if (project.config.snapshotOptions.updateSnapshot === 'all') await shrinkImages(references);
  };
}
