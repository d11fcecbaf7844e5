import type { StoredResult } from '@tryout/engine';

export const statusLabels: Readonly<Record<StoredResult['status'], string>> = {
  done: 'done',
  failed: 'failed',
  cancelled: 'canceled',
};
