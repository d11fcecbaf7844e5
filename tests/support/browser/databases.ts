import type { Page } from 'playwright-core';

/** All records of the page's databases, by database and store; files as their name and text. */
export function readDatabases(page: Page): Promise<Record<string, unknown[]>> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error as Error);
      });
    const readable = async (value: unknown): Promise<unknown> => {
      if (value instanceof Blob) return `${(value as File).name} ${await value.text()}`;
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return Promise.all(value.map(readable));
      const entries = Object.entries(value).map(async ([key, each]) => [key, await readable(each)] as const);
      return Object.fromEntries(await Promise.all(entries));
    };
    const all: Record<string, unknown[]> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const records = await done(database.transaction(store).objectStore(store).getAll());
        all[`${name}/${store}`] = (await readable(records)) as unknown[];
      }
      database.close();
    }
    return all;
  });
}
