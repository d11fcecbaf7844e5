import { browserTransport, defaultDeadlines, type Connection } from '@tryout/engine';
import type { Settings } from './settings.ts';

/** The way to the hub as nobody. */
export function openConnection({ hubUrl, inferenceUrl }: Settings): Connection {
  return { transport: browserTransport, hubUrl, inferenceUrl, deadlines: defaultDeadlines };
}
