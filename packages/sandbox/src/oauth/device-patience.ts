import type { KoaContextWithOIDC } from 'oidc-provider';
import { routes } from './routes.ts';

interface Polling {
  /** Milliseconds of a monotonic clock. */
  last: number;
  /** Seconds to leave between two requests. */
  interval: number;
}

const firstInterval = 5;
const addedInterval = 5;
const mostDevices = 1000;

/**
 * Makes devices wait, as RFC 8628 (3.2 and 3.5) has it and the library does not: the answer with the codes names an
 * interval of 5 s, and a device that asks again sooner gets `slow_down`, which adds 5 s.
 */
export function devicePatience(): (context: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void> {
  const devices = new Map<string, Polling>();
  return async (context, next) => {
    await next();
    const answer: unknown = context.body;
    if (context.method !== 'POST' || !isRecord(answer)) return;
    if (context.path === routes.device_authorization && context.status === 200) {
      context.body = { ...answer, interval: firstInterval };
    }
    if (context.path === routes.token && answer['error'] === 'authorization_pending') {
      const tooSoon = notePolling(devices, String(context.oidc.params?.['device_code']));
      if (tooSoon) context.body = { error: 'slow_down', error_description: 'the device asks too often' };
    }
  };
}

function notePolling(devices: Map<string, Polling>, code: string): boolean {
  const now = performance.now();
  const known = devices.get(code);
  const tooSoon = known !== undefined && now - known.last < known.interval * 1000;
  const interval = (known?.interval ?? firstInterval) + (tooSoon ? addedInterval : 0);
  devices.delete(code);
  devices.set(code, { last: now, interval });
  const [oldest] = devices.keys();
  if (devices.size > mostDevices && oldest !== undefined) devices.delete(oldest);
  return tooSoon;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
