import { asLabel, type Media, numbered, ownName } from '@tryout/engine';
import { useId, useMemo } from 'react';
import { useSessionState } from '../../lib/app-context.ts';
import { DownloadButton } from '../parts/download-button.tsx';
import { GrowingList } from '../parts/growing-list.tsx';
import { Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-view.tsx';
import { Sound } from './sound.tsx';
import styles from './media.module.css';

interface TrackData {
  readonly label: string;
  readonly media: Media;
}

/** Several sounds, each with its label and its file. */
export function Tracks({ view: { tracks } }: ResultProps<'tracks'>) {
  const rows = useMemo(() => tracks.map(({ label, media }) => ({ label: asLabel(label), media })), [tracks]);
  if (rows.length === 0) return <Note>No tracks</Note>;
  return (
    <div className={styles.tracks}>
      <GrowingList label="Tracks" items={rows} row={Track} className={styles.tracks} />
    </div>
  );
}

function Track({ item: { label, media }, index }: { readonly item: TrackData; readonly index: number }) {
  const task = useSessionState((state) => state.task?.id);
  const heading = useId();
  const download = {
    label: 'Download',
    name: () => numbered(ownName(task ?? 'result', media.contentType), index + 1),
    contentType: media.contentType,
    content: () => media.bytes,
  };
  return (
    <li className={styles.track}>
      <h3 id={heading} className={styles.trackHead} dir="auto">
        {label}
      </h3>
      <Sound media={media} label={label} />
      <div>
        <DownloadButton download={download} describedBy={heading} />
      </div>
    </li>
  );
}

/** The sound that a model made. */
export function Audio({ view: { media } }: ResultProps<'audio'>) {
  return (
    <div className={styles.figure}>
      <Sound media={media} label="What the model made" />
    </div>
  );
}
