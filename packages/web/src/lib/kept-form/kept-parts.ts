import { isFileInput, type FieldDraft, type FieldValue, type FileInput } from '@tryout/engine';
import { dropAllParts, dropParts, makeRoom, putPart } from './database.ts';
import {
  isLarge,
  keptAs,
  MOST_KEPT_BYTES,
  storedOf,
  type KeptValue,
  type StoredValue,
} from './kept-value.ts';
import { newId } from './tab-form.ts';
import { setUnkept, whyNot } from './unkept.ts';

interface Slot {
  readonly value: FieldValue | FieldDraft;
  /** What is there of it; until it is stored, of the value before. */
  kept: KeptValue | undefined;
  /** What is on its way. */
  coming: KeptValue | undefined;
}

/** How much of what is on its way into storage is written down by a page that is being left. */
export type Leaving = 'whole' | 'parts';

/** Writes the values of inputs down: each once, the large ones into storage of their own. */
export interface KeptParts {
  /** What was read from storage: it is there. */
  begin(slot: string, value: FieldValue | FieldDraft, kept: KeptValue): void;
  /**
   * What is kept of an input now.
   * @param leaving what is on its way counts as there; with `whole` only files do, and all else is given as it is
   */
  keep(slot: string, value: FieldValue | FieldDraft | undefined, leaving?: Leaving): KeptValue | undefined;
  /** Drops what no slot holds any more; after it is written down that nothing needs it. */
  tidy(): void;
  /** Drops everything, also that of other tabs. */
  dropAll(): void;
}

/**
 * @param own parts that are this page's to drop
 * @param onKept told that something has become a part
 */
export function keptParts(own: Iterable<string>, onKept: () => void): KeptParts {
  const slots = new Map<string, Slot>();
  const owned = new Set(own);

  async function store(name: string, slot: Slot, id: string): Promise<void> {
    try {
      const stored = await storedOf(slot.value);
      owned.add(id);
      await put(id, stored);
      slot.kept = slot.coming;
      slot.coming = undefined;
      if (slots.get(name) === slot) onKept();
      else tidy();
    } catch (error) {
      slot.kept = undefined;
      slot.coming = undefined;
      if (slots.get(name) === slot) setUnkept(name, whyNot(error));
    }
  }

  function begun(name: string, value: FieldValue | FieldDraft, before: Slot | undefined): Slot {
    const slot: Slot = { value, kept: before?.kept, coming: undefined };
    slots.set(name, slot);
    setUnkept(name, undefined);
    if (!isLarge(value)) slot.kept = { plain: value };
    else if (isFileInput(value) && (value as FileInput).size > MOST_KEPT_BYTES) {
      slot.kept = undefined;
      setUnkept(name, 'large');
    } else {
      const id = newId();
      slot.coming = keptAs(id, value);
      void store(name, slot, id);
    }
    return slot;
  }

  function tidy(): void {
    const needed = new Set(
      [...slots.values()].flatMap(({ kept, coming }) =>
        [kept, coming].flatMap((each) => (each && 'part' in each ? [each.part] : [])),
      ),
    );
    const gone = [...owned].filter((id) => !needed.has(id));
    if (gone.length === 0) return;
    gone.forEach((id) => owned.delete(id));
    dropParts(gone).catch(() => undefined);
  }

  return {
    begin(name, value, kept) {
      // What was written down in haste becomes a part now.
      if ('part' in kept || !isLarge(value)) slots.set(name, { value, kept, coming: undefined });
    },
    keep(name, value, leaving) {
      const before = slots.get(name);
      if (value === undefined) {
        if (slots.delete(name)) setUnkept(name, undefined);
        return undefined;
      }
      const slot = before?.value === value ? before : begun(name, value, before);
      if (!leaving || !slot.coming) return slot.kept;
      return leaving === 'whole' && !isFileInput(value) ? { plain: value } : slot.coming;
    },
    tidy,
    dropAll() {
      slots.clear();
      owned.clear();
      dropAllParts().catch(() => undefined);
    },
  };
}

/** Old parts make room for a new one only where there is none: what is being left waits for nothing. */
async function put(id: string, stored: StoredValue): Promise<void> {
  try {
    await putPart({ id, ...stored });
  } catch (error) {
    if (whyNot(error) !== 'full') throw error;
    await makeRoom(stored.size);
    await putPart({ id, ...stored });
  }
  await makeRoom(0);
}
