import type { AdapterPayload } from 'oidc-provider';
import { isLoopbackAddress } from './loopback-address.ts';
import { MemoryStore } from './memory-store.ts';

/** A metadata document is some hundred bytes long. */
const mostBytes = 64 * 1024;
const mostMilliseconds = 2500;

/**
 * Finds clients by the address of their metadata document on this machine, which may be plain http there; the library
 * takes https addresses alone. So an app can be tried as it will be, before it has an address in the world.
 */
export class LoopbackClients extends MemoryStore {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    if (!isLoopbackAddress(id)) return super.find(id);
    const metadata = await fetchDocument(id).catch(() => undefined);
    return isRecord(metadata) && metadata['client_id'] === id ? metadata : undefined;
  }
}

async function fetchDocument(address: string): Promise<unknown> {
  const response = await fetch(address, {
    headers: { Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(mostMilliseconds),
  });
  const text = await response.text();
  return response.ok && text.length <= mostBytes ? JSON.parse(text) : undefined;
}

function isRecord(value: unknown): value is AdapterPayload & Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
