import { taskNamed, type HistoryEntry } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { rememberBlob, type BlobSource } from '../../lib/blobs.ts';
import { usePicture } from '../../lib/pictures.ts';
import { ResultIcon } from '../../lib/ui/task-icon.tsx';
import styles from './history.module.css';

/** The picture of a run, or a symbol of its task. Decorative, since text describes the run. */
export function Thumbnail({ entry: { task, thumbnail } }: { readonly entry: HistoryEntry }) {
  const picture = usePicture(useMedia(thumbnail));
  return (
    <div className={styles.thumbnail}>
      {thumbnail !== undefined && picture.status === 'shown' ? (
        <img src={picture.url} alt="" decoding="async" />
      ) : (
        <ResultIcon task={taskNamed(task)} size={24} />
      )}
    </div>
  );
}

/** A file in the history by its SHA-256; undefined while it is read, and if it is missing. */
function useMedia(sha256: string | undefined): BlobSource | undefined {
  const { history } = useApp();
  const [source, setSource] = useState<BlobSource>();
  useEffect(() => {
    if (sha256 === undefined) return;
    let isShown = true;
    const read = async () => {
      const blob = await (await history()).media(sha256);
      if (!blob || !isShown) return;
      const read = { contentType: blob.type, open: () => blob.stream() };
      rememberBlob(read, blob);
      setSource(read);
    };
    // The symbol stays.
    read().catch(() => undefined);
    return () => void (isShown = false);
  }, [history, sha256]);
  return source;
}
