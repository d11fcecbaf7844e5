import { randomBytes } from 'node:crypto';
import type { Route } from '../exchange/exchange.ts';
import { falRoutes } from './fal-queue.ts';
import { createHubJobs, jobRoutes } from './jobs.ts';
import { repositoryApiRoutes } from './repositories.ts';
import type { TestingState } from './state.ts';

/** What clients of the Hub can be tested with, and no model needs: created datasets, jobs, and a provider with a queue. */
export const testingRoutes: readonly Route[] = [...repositoryApiRoutes, ...jobRoutes, ...falRoutes];

/** @param program the command that jobs run */
export function createTestingState(program: readonly string[] | undefined): TestingState {
  return {
    repositories: { byId: new Map(), objects: new Map() },
    hubJobs: createHubJobs(),
    token: `hf_sandbox_${randomBytes(12).toString('hex')}`,
    program,
    falJobs: new Map(),
    files: new Map(),
    loading: new Set(),
  };
}
