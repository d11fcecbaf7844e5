import { asLine, taskNamed, timeAgo, visibleLine, type HistoryEntry } from '@tryout/engine';
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button, IconButton, Toolbar } from '../../lib/ui/button.tsx';
import { Thumbnail } from './thumbnail.tsx';
import styles from './history.module.css';

export interface EntryAction {
  readonly label: string;
  readonly icon: LucideIcon;
  onClick(): void;
}

interface EntryItemProps {
  readonly entry: HistoryEntry;
  readonly actions: readonly EntryAction[];
  onOpen(): void;
}

const statusLabels: Readonly<Record<HistoryEntry['status'], string | undefined>> = {
  done: undefined,
  failed: 'Failed',
  cancelled: 'Canceled',
};

export function EntryItem({ entry, actions, onOpen }: EntryItemProps) {
  const { task, model, endpointUrl, provider, status, startedAt, input, output } = entry;
  const id = useId();
  const started = new Date(startedAt);
  const place = model ?? (endpointUrl === undefined ? undefined : new URL(endpointUrl).host);
  const label = statusLabels[status];
  return (
    <li className={styles.entry} aria-labelledby={id}>
      <Thumbnail entry={entry} />
      <div className={styles.texts}>
        <div className={styles.head}>
          <h3 id={id}>{taskNamed(task).label}</h3>
          {label !== undefined && (
            <span className={classes(styles.status, status === 'failed' && styles.failed)}>{label}</span>
          )}
          <time dateTime={startedAt} title={started.toLocaleString()} className={styles.time}>
            {timeAgo(started)}
          </time>
        </div>
        {place !== undefined && (
          <p className={styles.line}>
            {visibleLine(place)}
            {model !== undefined && provider !== undefined && (
              <span className={styles.soft}> · {visibleLine(provider)}</span>
            )}
          </p>
        )}
        {input !== '' && <p className={classes(styles.line, styles.soft)}>{asLine(input)}</p>}
        {output !== '' && <p className={styles.line}>{asLine(output)}</p>}
      </div>
      <Toolbar className={styles.actions}>
        <Button aria-describedby={id} onClick={onOpen}>
          Open
        </Button>
        {actions.map((action) => (
          <IconButton key={action.label} aria-describedby={id} {...action} />
        ))}
      </Toolbar>
    </li>
  );
}
