import {
  asLine,
  counted,
  getStoredHubName,
  MAX_CANDIDATES,
  shortModelName,
  taskNamed,
  timeAgo,
  visibleLine,
  type GroupedEntry,
  type HistoryEntry,
} from '@tryout/engine';
import { useId, type ReactNode } from 'react';
import { useApp } from '../../state/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { useObjectUrl } from '../../lib/blobs.ts';
import { useImage } from '../../lib/images.ts';
import { Toolbar } from '../../ui/button.tsx';
import { ResultIcon } from '../../ui/task-icon.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import styles from './history.module.css';

const statusLabels = { done: undefined, failed: 'Failed', cancelled: 'Canceled' };

interface EntryItemProps {
  readonly entry: GroupedEntry;
  /** Whether runs of several hubs are listed. */
  readonly showsHub: boolean;
  readonly children: ReactNode;
}

/** The runs of a comparison in their order, those of a chat for its last message; otherwise the run itself. */
export function getCandidates(entry: GroupedEntry): readonly HistoryEntry[] {
  if (entry.group === undefined) return [entry];
  const all = [entry, ...entry.earlier].filter(({ group }) => group === entry.group);
  const runs = all.toSorted((a, b) => (a.candidate ?? 0) - (b.candidate ?? 0));
  return runs.slice(0, MAX_CANDIDATES);
}

/** A run, a conversation or a comparison of the history, with its buttons. It is named after its task and its first input. */
export function EntryItem({ entry, showsHub, children }: EntryItemProps) {
  const { task, model, endpointUrl, provider, hub, status, startedAt, earlier } = entry;
  const { input } = earlier.at(-1) ?? entry;
  const candidates = getCandidates(entry);
  const isComparison = candidates.length > 1;
  const id = useId();
  const name = `${id} ${id}-input`;
  const started = new Date(startedAt);
  const place = isComparison
    ? counted(candidates.length, 'model')
    : (model ?? (endpointUrl === undefined ? undefined : new URL(endpointUrl).host));
  const label = candidates.every((each) => each.status === status) ? statusLabels[status] : undefined;
  const facts = [
    ...(earlier.length > 0 && !isComparison ? [counted(earlier.length + 1, 'answer')] : []),
    ...(model !== undefined && provider !== undefined && !isComparison ? [provider] : []),
    ...(showsHub && hub !== undefined ? [getStoredHubName(hub)] : []),
  ];
  return (
    <li className={styles.entry} aria-labelledby={name}>
      <Thumbnail entry={entry} />
      <div>
        <div className={styles.head}>
          <h3 id={id}>{taskNamed(task).label}</h3>
          {label !== undefined && (
            <span className={classes(styles.status, status === 'failed' ? 'danger' : 'soft')}>{label}</span>
          )}
          <time dateTime={startedAt} title={started.toLocaleString()} className={styles.time}>
            {timeAgo(started)}
          </time>
        </div>
        {place !== undefined && (
          <p className={styles.line}>
            {visibleLine(place)}
            {facts.map((fact) => (
              <span key={fact} className="soft">
                {` · ${visibleLine(fact)}`}
              </span>
            ))}
          </p>
        )}
        {input !== '' && (
          <p id={`${id}-input`} className={classes(styles.line, 'soft')}>
            {asLine(input)}
          </p>
        )}
        {candidates.map((each) => (
          <p key={each.id} className={styles.line}>
            {isComparison && (
              <span className="soft">{`${visibleLine(shortModelName(each.model ?? ''))}: `}</span>
            )}
            {asLine(each.output)}
          </p>
        ))}
      </div>
      <Toolbar className={styles.actions} role="group" aria-labelledby={name}>
        {children}
      </Toolbar>
    </li>
  );
}

/** The image of a run, or a symbol of its task until it is read. Decorative, since text describes the run. */
function Thumbnail({ entry: { task, thumbnail } }: { readonly entry: HistoryEntry }) {
  const { history } = useApp();
  const { value } = useLoaded(thumbnail, async (sha256) => (await history()).media(sha256));
  const isVideo = value?.type.startsWith('video/') === true;
  const image = useImage(isVideo ? undefined : value);
  const video = useObjectUrl(isVideo ? value : undefined);
  return (
    <div className={styles.thumbnail}>
      {video !== undefined ? (
        // Browsers show the first frame.
        <video src={video} muted preload="metadata" aria-hidden="true" />
      ) : image.status === 'shown' ? (
        <img src={image.url} alt="" decoding="async" />
      ) : (
        <ResultIcon task={taskNamed(task)} size={24} />
      )}
    </div>
  );
}
