import {
  asLabel,
  numbered,
  timestampedFileName,
  soundFacts,
  type Media,
  type ResultViews,
} from '@tryout/engine';
import { useId, useMemo } from 'react';
import { useSessionState } from '../../state/app-context.ts';
import { Toolbar } from '../../ui/button.tsx';
import { SoundPlayer } from '../../ui/sound-player.tsx';
import { DownloadButton } from '../parts/download-button.tsx';
import { GrowingList } from '../parts/growing-list.tsx';
import { Facts, Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-props.ts';
import styles from './media.module.css';

/** Generated audio. */
export function Audio({ view: { media } }: ResultProps<'audio'>) {
  return (
    <div className={styles.figure}>
      <Sound media={media} label="Generated audio" />
    </div>
  );
}

/** Several labeled audio tracks. */
export function Tracks({ view: { tracks } }: ResultProps<'tracks'>) {
  if (tracks.length === 0) return <Note>No tracks</Note>;
  return (
    <div className={styles.tracks}>
      <GrowingList label="Tracks" items={tracks} row={Track} className={styles.tracks} />
    </div>
  );
}

interface TrackProps {
  readonly item: ResultViews['tracks']['tracks'][number];
  readonly index: number;
}

function Track({ item: { label, media }, index }: TrackProps) {
  const task = useSessionState((state) => state.task?.id);
  const heading = useId();
  const download = {
    label: 'Download',
    name: () => numbered(timestampedFileName(task ?? 'result', media.contentType), index + 1),
    contentType: media.contentType,
    content: () => media.bytes,
  };
  return (
    <li className={styles.track}>
      <div className={styles.trackHead}>
        <h3 id={heading} dir="auto">
          {asLabel(label)}
        </h3>
        <Toolbar>
          <DownloadButton download={download} describedBy={heading} />
        </Toolbar>
      </div>
      <Sound media={media} label={asLabel(label)} />
    </li>
  );
}

/** A player and facts. */
function Sound({ media, label }: { readonly media: Media; readonly label: string }) {
  const blob = useMemo(() => new Blob([media.bytes], { type: media.contentType }), [media]);
  const facts = useMemo(() => soundFacts(media), [media]);
  return (
    <>
      <SoundPlayer blob={blob} label={label} />
      <Facts facts={facts} />
    </>
  );
}
