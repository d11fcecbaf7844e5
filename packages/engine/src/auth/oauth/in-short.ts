import type { Connection } from '../../http/index.ts';

/** Seconds for each request of work that goes on although nobody may wait for it any more. */
const LONGEST = 10;

/** The connection for such work: short, and whatever else had to be finished when. */
export function inShort({ finishBy: _finishBy, ...connection }: Connection): Connection {
  const { deadlines } = connection;
  return { ...connection, deadlines: { ...deadlines, total: Math.min(deadlines.total, LONGEST) } };
}
