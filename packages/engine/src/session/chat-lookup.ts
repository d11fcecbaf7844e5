import type { Connection } from '../http/index.ts';
import { chatSupportOf, type ChatSupport } from '../request/index.ts';
import { destinationOf, hasTarget, type SessionState } from './session-state.ts';

/** What the chosen model or endpoint supports. */
export async function chatSupport(
  connection: Connection,
  state: SessionState,
  signal: AbortSignal,
): Promise<ChatSupport> {
  const { task } = state;
  return task && hasTarget(state) ? chatSupportOf(connection, task, destinationOf(state), signal) : 'none';
}
