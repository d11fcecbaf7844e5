import { INFERENCE_URL, type Connection } from '../http/index.ts';
import { visibleLine } from '../text/index.ts';
import type { RunFile } from './run-file.ts';

/** The `hub` of runs on the sandbox, whose URL is different each time. */
export const SANDBOX = 'sandbox';

/** What identifies the hub of a connection. */
export type HubOfConnection = Pick<Connection, 'hubUrl' | 'inferenceUrl' | 'isSandbox'>;

/** The hub of a connection as in run files: its URL, and the inference URL unless it is the Hub's. */
export function toStoredHub({
  hubUrl,
  inferenceUrl,
  isSandbox,
}: HubOfConnection): Pick<RunFile, 'hub' | 'inferenceUrl'> {
  if (isSandbox) return { hub: SANDBOX };
  return { hub: hubUrl, inferenceUrl: inferenceUrl === INFERENCE_URL ? undefined : inferenceUrl };
}

/** A hub's name: `the sandbox`, or its host. */
export function getStoredHubName(hub: string): string {
  if (hub === SANDBOX) return 'the sandbox';
  return visibleLine(URL.canParse(hub) ? new URL(hub).host : hub);
}

/** Whether a run is from another hub than that of a connection; false if it names none, as earlier versions did not. */
export function isFromOtherHub(run: RunFile, connection: HubOfConnection): boolean {
  const { hub, inferenceUrl } = toStoredHub(connection);
  return run.hub !== undefined && (run.hub !== hub || run.inferenceUrl !== inferenceUrl);
}

/** A note about an opened run from another hub, which does not choose the hub; undefined for runs of this hub. */
export function otherHubNote(run: RunFile, connection: HubOfConnection): string | undefined {
  if (run.hub === undefined || !isFromOtherHub(run, connection)) return undefined;
  const here = getStoredHubName(toStoredHub(connection).hub!);
  return `This run is from ${getStoredHubName(run.hub)}. Here, it is sent to ${here}.`;
}
