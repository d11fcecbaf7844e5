/** What is known of a part without reading it. */
interface Mark {
  /** When it was put there or was last needed, in milliseconds of the clock. */
  readonly at: number;
  /** Bytes, about. */
  readonly size: number;
}

/** A part that may be kept. */
interface Part {
  readonly id: string;
  readonly value: unknown;
  /** Bytes, about. */
  readonly size: number;
}

const MEGABYTE = 1024 * 1024;

/** What all tabs may keep together; what was needed longest ago makes room. */
const MOST_PARTS = 100;
const MOST_BYTES = 500 * MEGABYTE;
/** A tab that was closed may be opened again, for example after a weekend. */
const LONGEST = 7 * 24 * 60 * 60 * 1000;

const PARTS = 'parts';
const MARKS = 'marks';

let opening: Promise<IDBDatabase> | undefined;

/**
 * Opens what the parts are in, once; a second try after a failure may find it.
 * @throws DOMException where the browser keeps nothing
 */
export function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('forms', 1);
    const forget = () => (opening = undefined);
    request.onupgradeneeded = () => [PARTS, MARKS].forEach((name) => request.result.createObjectStore(name));
    request.onsuccess = () => {
      request.result.onclose = forget;
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new DOMException('', 'UnknownError'));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/** Resolves when all is written, and rejects when nothing is. */
async function within<Result>(
  mode: IDBTransactionMode,
  work: (parts: IDBObjectStore, marks: IDBObjectStore) => Result,
): Promise<Result> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([PARTS, MARKS], mode);
    transaction.onabort = () => reject(transaction.error ?? new DOMException('', 'AbortError'));
    const result = work(transaction.objectStore(PARTS), transaction.objectStore(MARKS));
    transaction.oncomplete = () => resolve(result);
  });
}

/**
 * Keeps a part. If the database is open, all is on its way before the event loop turns: a page that is being left waits
 * for nothing.
 * @throws DOMException `QuotaExceededError` where there is no room, others where the browser keeps nothing
 */
export async function putPart({ id, value, size }: Part): Promise<void> {
  await within('readwrite', (parts, marks) => {
    parts.put(value, id);
    marks.put({ at: Date.now(), size } satisfies Mark, id);
    parts.transaction.commit();
  });
}

/** Removes what is too old, and what is too much beside so many bytes more. */
export async function makeRoom(bytes: number): Promise<void> {
  await within('readwrite', (parts, marks) => {
    const ids = marks.getAllKeys();
    const all = marks.getAll();
    all.onsuccess = () => {
      const oldest = Date.now() - LONGEST;
      let [count, sum] = [0, bytes];
      (all.result as Mark[])
        .map((mark, index) => ({ ...mark, id: ids.result[index]! }))
        .sort((one, other) => other.at - one.at)
        .forEach(({ id, at, size }) => {
          count += 1;
          sum += size;
          if (at >= oldest && count < MOST_PARTS && sum <= MOST_BYTES) return;
          parts.delete(id);
          marks.delete(id);
        });
    };
  });
}

/** The parts that are still there; they count as needed now. */
export async function takeParts(ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  await within('readwrite', (parts, marks) => {
    for (const id of ids) {
      const part = parts.get(id);
      part.onsuccess = () => part.result !== undefined && found.set(id, part.result);
      const mark = marks.get(id);
      mark.onsuccess = () => mark.result && marks.put({ ...(mark.result as Mark), at: Date.now() }, id);
    }
  });
  return found;
}

/** Removes parts; of those that are gone already there is nothing to do. */
export async function dropParts(ids: readonly string[]): Promise<void> {
  await within('readwrite', (parts, marks) => {
    for (const id of ids) {
      parts.delete(id);
      marks.delete(id);
    }
  });
}

/** Removes what all tabs keep. */
export async function dropAllParts(): Promise<void> {
  await within('readwrite', (parts, marks) => {
    parts.clear();
    marks.clear();
  });
}
