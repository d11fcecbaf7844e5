import type { InferenceRequest } from '../request/index.ts';
import { elapsed } from './amounts.ts';

/** Who answered, how long it took, what it cost, in parts: `model`, `provider`, `1.2 s`, `$0.0003`. */
export function runSummary(
  request: InferenceRequest,
  { provider, seconds, cost }: { provider?: string; seconds: number; cost?: number },
): string[] {
  const server = provider ?? (request.server === 'endpoint' ? new URL(request.url).host : request.server);
  return [
    ...(request.model === undefined ? [] : [request.model]),
    ...(server === 'auto' ? [] : [server]),
    elapsed(seconds),
    ...(cost === undefined ? [] : [`$${cost.toPrecision(2)}`]),
  ];
}
