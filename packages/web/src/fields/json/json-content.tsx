import type { JsonValue } from '@tryout/engine';
import { Braces, Table } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { shownText } from './json-draft.ts';
import styles from './json-field.module.css';
import { JsonText } from './json-text.tsx';
import { TableGrid } from './table-grid.tsx';
import type { JsonInput } from './use-json-field.ts';

export interface JsonContentProps {
  readonly json: JsonInput;
  readonly label: string;
  readonly value: JsonValue | undefined;
  readonly disabled: boolean;
  /** Id of what says what is wrong. */
  readonly note: string;
  readonly isTable: boolean;
}

/** What a JSON input holds: as a grid where it is a table, or as text. */
export function JsonContent({ json, label, value, disabled, note, isTable }: JsonContentProps) {
  const { draft, view, columns } = json;
  const text = useMemo(() => (view === 'text' ? shownText(draft, value) : ''), [draft, value, view]);
  return (
    <div className={styles.content}>
      {isTable && (
        <div className={styles.views} role="group" aria-label={`${label}, shown as`}>
          <Button
            aria-pressed={view === 'grid'}
            disabled={columns === undefined}
            onClick={() => json.show('grid')}
          >
            <Table aria-hidden="true" size={16} />
            Table
          </Button>
          <Button
            aria-pressed={view === 'text'}
            disabled={value === undefined && view === 'grid'}
            onClick={() => json.show('text')}
          >
            <Braces aria-hidden="true" size={16} />
            JSON
          </Button>
        </div>
      )}
      {view === 'grid' && columns ? (
        <TableGrid
          label={label}
          columns={columns}
          disabled={disabled}
          onColumns={json.edit}
          onRefused={json.refuse}
        />
      ) : (
        <JsonText
          label={label}
          text={text}
          disabled={disabled}
          isInvalid={json.fault !== undefined}
          note={note}
          onText={json.type}
        />
      )}
    </div>
  );
}
