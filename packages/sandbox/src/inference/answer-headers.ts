import type { IncomingMessage } from 'node:http';

/** Headers of an inference answer: who computed it, for whose account, and how long that took. */
export function answerHeaders(
  request: IncomingMessage,
  provider: string,
  startedAt?: number,
): Record<string, string> {
  const billTo = request.headers['x-hf-bill-to'];
  return {
    'X-Inference-Provider': provider,
    ...(typeof billTo === 'string' ? { 'X-Bill-To': billTo } : {}),
    ...(startedAt === undefined
      ? {}
      : { 'X-Compute-Time': ((performance.now() - startedAt) / 1000).toFixed(3), 'X-Compute-Type': 'cpu' }),
  };
}

/** Counts a run that was answered: it is what `downloads` of the listing shows. */
export function countRun(row: { downloads?: number | null; downloadsAllTime?: unknown }): void {
  row.downloads = (row.downloads ?? 0) + 1;
  row.downloadsAllTime = row.downloads;
}
