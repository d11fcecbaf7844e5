import { count } from '@tryout/engine';
import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import type { FieldProps } from '../field-props.ts';
import { BringBackButton } from '../shared/bring-back-button.tsx';
import { fieldIds } from '../shared/field-ids.ts';
import type { ChangedEntries } from './entries.ts';
import { ListEntry } from './list-entry.tsx';
import styles from './list-field.module.css';

/** Entries that are drawn; more of them, which come by pasting or from an example, make the page stand still. */
const MOST_DRAWN = 200;

/** A growing list of texts, each with a label of its own. */
export function ListField({ name, field, value, disabled, onChange }: FieldProps<'list'>) {
  const list = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<number>(undefined);
  const [removed, setRemoved] = useState<{
    readonly before: readonly string[];
    readonly after: readonly string[];
  }>();
  const { input } = fieldIds(name);
  const entries = value && value.length > 0 ? value : Array<string>(field.startsWith).fill('');

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelectorAll('textarea')[wanted.current]?.focus();
    wanted.current = undefined;
  });

  function change({ entries: next, focus }: ChangedEntries): void {
    wanted.current = focus;
    const isLost = next.length < entries.length && next.join('').length < entries.join('').length;
    setRemoved(isLost ? { before: entries, after: next } : undefined);
    // Also where they stay as they are, the focus moves when they are drawn anew.
    onChange(next === entries ? [...next] : next);
  }

  return (
    <fieldset ref={list} className={styles.list} aria-label={field.label}>
      {entries.slice(0, MOST_DRAWN).map((text, index) => (
        <ListEntry
          key={index}
          id={index === 0 ? input : `${input}-${index + 1}`}
          label={field.entryLabel(index + 1)}
          entries={entries}
          index={index}
          disabled={disabled}
          onText={(next) => onChange(entries.with(index, next))}
          onEntries={change}
          text={text}
        />
      ))}
      {entries.length > MOST_DRAWN && (
        <p role="status" className={styles.note}>
          {count(entries.length - MOST_DRAWN)} more are not shown here; all of them are sent.
        </p>
      )}
      <div className={styles.ways}>
        <Button
          disabled={disabled || entries.length >= MOST_DRAWN}
          onClick={() => change({ entries: [...entries, ''], focus: entries.length })}
        >
          <Plus aria-hidden="true" size={16} />
          {field.addLabel}
        </Button>
        <BringBackButton
          input={input}
          disabled={disabled}
          onRestore={removed && removed.after === value ? () => onChange(removed.before) : undefined}
        />
      </div>
    </fieldset>
  );
}
